public import StrataConcurrency
import Synchronization

/// Why something was written: one step, and what led to it.
///
/// Recorded only while someone wants causes (``isRecorded``); otherwise the write path pays one
/// predictable branch. Causes travel with the task-local values of Swift's tasks, so they survive
/// `await` and reach the tasks that a step starts.
public struct Cause: Sendable, CustomStringConvertible {
  /// What kind of step it was.
  public enum Kind: String, Sendable, Codable {
    /// A call from outside, named with `withCause`.
    case call
    /// The delivery of an event.
    case event
    /// A task's body.
    case task
    /// An observer's callback.
    case observer
    /// The activation of a context.
    case activation
    /// A transaction.
    case transaction
  }

  /// What kind of step it was.
  public let kind: Kind
  /// The task's or event's name, where it has one.
  public let name: String?
  /// Where the step was asked for.
  public let callSite: CallSite
  /// How many steps between ``parent`` and this one were left out, because the chain was too long.
  public let omittedCount: Int
  private let box: Box?
  /// How many steps the chain has.
  private let length: Int

  private final class Box: Sendable {
    let cause: Cause
    init(_ cause: Cause) { self.cause = cause }
  }

  /// Makes a step that was led to by the running one.
  public init(_ kind: Kind, name: String? = nil, at callSite: CallSite) {
    self.init(kind, name: name, at: callSite, after: Cause.current)
  }

  /// Makes a step that was led to by another.
  init(_ kind: Kind, name: String? = nil, at callSite: CallSite, after parent: Cause?) {
    self.kind = kind
    self.name = name
    self.callSite = callSite
    let parent = parent.map { $0.length < Self.longestChain ? $0 : $0.shortened() }
    box = parent.map(Box.init)
    length = (parent?.length ?? 0) + 1
    omittedCount = 0
  }

  /// The same step after another one.
  private init(_ step: Cause, after parent: Cause, omitting count: Int) {
    kind = step.kind
    name = step.name
    callSite = step.callSite
    box = Box(parent)
    length = parent.length + 1
    omittedCount = count
  }

  /// What led to this step.
  public var parent: Cause? { box?.cause }

  /// The steps from the outermost to this one, `call at … > task "load" at …`.
  public var description: String {
    steps.map { step in
      step.omittedCount == 0 ? "\(step)" : "\(step.omittedCount) more > \(step)"
    }
    .joined(separator: " > ")
  }

  // MARK: Length

  /// Where a chain loses its middle: what starts itself again and again would keep all its past.
  private static let longestChain = 32
  /// How many of the outermost and of the last steps stay then.
  private static let keptAtEachEnd = 8

  /// The steps from this one to the outermost.
  var chain: [Cause] {
    var chain: [Cause] = []
    var next: Cause? = self
    while let step = next {
      chain.append(step)
      next = step.parent
    }
    return chain
  }

  /// The chain without its middle.
  private func shortened() -> Cause {
    let chain = chain
    let kept = chain.prefix(Self.keptAtEachEnd)
    let dropped = chain.dropFirst(Self.keptAtEachEnd).dropLast(Self.keptAtEachEnd)
    guard !dropped.isEmpty else { return self }
    var result = chain[dropped.endIndex]
    var omitted = dropped.reduce(dropped.count) { $0 + $1.omittedCount }
    for step in kept.reversed() {
      result = Cause(step, after: result, omitting: omitted + step.omittedCount)
      omitted = 0
    }
    return result
  }

  // MARK: The running step

  @TaskLocal private static var running: Cause?
  private static let recorders = Atomic<Int>(0)

  /// Whether anyone wants causes.
  public static var isRecorded: Bool { recorders.load(ordering: .relaxed) > 0 }

  /// The running step, or `nil` when none is known or causes are not recorded.
  public static var current: Cause? { isRecorded ? running : nil }

  /// Runs a closure as a step that stays known to what it starts, also before anyone records causes.
  static func withNamed<Result>(
    _ cause: Cause,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try $running.withValue(cause, operation: body)
  }

  /// Runs an asynchronous closure as a step that stays known to what it starts.
  static func withNamed<Result>(
    _ cause: Cause,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $running.withValue(cause, operation: body, isolation: isolation)
  }

  /// The step that runs, also if nobody records causes.
  static var runningIfKnown: Cause? { running }

  /// The running task in a few words, as far as it is known, if it was told to stop; else `nil`.
  static var cancelledTask: String? {
    guard Task.isCancelled else { return nil }
    var step = current
    while let cause = step, cause.kind != .task { step = cause.parent }
    guard let step else { return "a task" }
    return "the task \(step.name.map { "\"\($0)\" " } ?? "")that was started at \(step.callSite)"
  }

  /// Starts to record causes; balance with ``stopRecording()``.
  public static func startRecording() {
    recorders.wrappingAdd(1, ordering: .relaxed)
  }

  /// Ends what ``startRecording()`` began.
  public static func stopRecording() {
    recorders.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Runs a closure as a step, if causes are recorded.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func with<Result>(
    _ kind: Kind,
    name: String? = nil,
    at callSite: CallSite,
    _ body: () throws -> Result
  ) rethrows -> Result {
    guard isRecorded else { return try body() }
    return try $running.withValue(Cause(kind, name: name, at: callSite), operation: body)
  }

  /// Runs a closure as a step that was led to by another than the running one.
  static func with(_ cause: @autoclosure () -> Cause, _ body: () -> Void) {
    guard isRecorded else { return body() }
    $running.withValue(cause(), operation: body)
  }

  /// Runs an asynchronous closure as a step, if causes are recorded.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func with<Result>(
    _ kind: Kind,
    name: String? = nil,
    at callSite: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard isRecorded else { return try await body() }
    return try await $running.withValue(
      Cause(kind, name: name, at: callSite),
      operation: body,
      isolation: isolation
    )
  }
}
