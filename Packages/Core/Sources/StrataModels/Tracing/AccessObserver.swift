import Foundation
import StrataConcurrency
import StrataCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Receives the reads of models' properties as they happen, to find out which code reads which property.
///
/// ```swift
/// withAccessObserver(.firstAccess { print($0) }) { view.render() }
/// // AppModel.rows
/// // Row[#3].title
/// ```
///
/// It sees the thread's reads inside ``withAccessObserver(_:_:)``, or while an expression is evaluated whose
/// ``DebugOptions`` name it. Reads outside cost nothing extra.
public struct AccessObserver: Sendable {
  private let chosen: Set<SlotRead>?
  private let seen: Locked<Set<SlotRead>>?
  private let body: @Sendable (PropertyAccess) -> Void

  private init(
    chosen: Set<SlotRead>?,
    seen: Locked<Set<SlotRead>>?,
    body: @escaping @Sendable (PropertyAccess) -> Void
  ) {
    self.chosen = chosen
    self.seen = seen
    self.body = body
  }

  /// Makes an observer of every access.
  ///
  /// - Parameter body: Called on the reading thread before the value is read, outside all locks. Its own reads
  ///   are not reported to it.
  public init(_ body: @escaping @Sendable (PropertyAccess) -> Void) {
    self.init(chosen: nil, seen: nil, body: body)
  }

  /// Makes an observer of the first access to each property since the observer was made.
  public static func firstAccess(
    _ body: @escaping @Sendable (PropertyAccess) -> Void
  ) -> AccessObserver {
    AccessObserver(chosen: nil, seen: Locked([], rank: .leaf), body: body)
  }

  /// Stops the program in the debugger at the first access to each property.
  ///
  /// It raises `SIGTRAP`, which ends a program without a debugger. The reader is a few frames up.
  public static var firstAccessBreakpoint: AccessObserver {
    firstAccess { access in
      if let handler = AccessObserver.breakpoint { handler(access) } else { raise(SIGTRAP) }
    }
  }

  /// An observer that receives the reads of some properties alone: of those that a closure reads.
  ///
  /// ```swift
  /// AccessObserver.firstAccessBreakpoint.only { (app.title, app.rows) }
  /// ```
  public func only<Value>(_ properties: () -> Value) -> AccessObserver {
    let recording = ReadRecording()
    _ = recording.record(properties)
    return AccessObserver(chosen: Set(recording.reads), seen: seen, body: body)
  }

  @TaskLocal private static var breakpoint: (@Sendable (PropertyAccess) -> Void)?

  /// Calls a handler where ``firstAccessBreakpoint`` would raise `SIGTRAP`, while a closure runs.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public static func withBreakpointHandler<Result>(
    _ handler: @escaping @Sendable (PropertyAccess) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $breakpoint.withValue(handler, operation: operation)
  }

  /// Records an access; called outside all locks.
  func note(_ context: Context, _ slot: Int) {
    let read = SlotRead(context: context, slot: slot)
    if let chosen, !chosen.contains(read) { return }
    if let seen, !seen.withLock({ $0.insert(read).inserted }) { return }
    body(PropertyAccess(read))
  }
}

/// An access to a model's property, as it happens.
public struct PropertyAccess: Sendable, CustomStringConvertible {
  private let read: SlotRead

  init(_ read: SlotRead) {
    self.read = read
  }

  /// The kind of the model.
  public var model: String { read.context.layout.name }
  /// The identity that the model got at its creation.
  public var modelID: ModelID { ModelID(read.context.id) }
  /// The property's name.
  public var property: String { read.context.layout.slots[read.slot].name }

  /// The calls that lead here, the innermost first, as far as the system knows their names.
  ///
  /// Use it in an observer's call, while the access happens.
  public var callStack: [String] { Thread.callStackSymbols }

  /// `Row[#3].title`.
  public var description: String { "\(model)[\(modelID)].\(property)" }
}

/// Notifies an observer of a closure's reads of models on this thread.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withAccessObserver<Result, Failure: Error>(
  _ observer: AccessObserver,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try AccessScope.run({ observer.note($0, $1) }, body)
}
