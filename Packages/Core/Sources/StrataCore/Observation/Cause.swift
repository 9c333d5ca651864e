public import StrataConcurrency
import Synchronization

/// Why something was written: one step, and what led to it.
///
/// Recorded only while someone wants causes (``isRecorded``); otherwise the write path pays one
/// predictable branch. Causes travel with the task-local values of Swift's tasks, so they survive
/// `await` and reach the tasks that a step starts.
public struct Cause: Sendable, CustomStringConvertible {
  /// What kind of step it was.
  public enum Kind: String, Sendable {
    /// A call from outside.
    case call
    /// The delivery of an event.
    case event
    /// A task's body.
    case task
    /// An observer's callback.
    case observer
    /// The activation of a context.
    case activation
  }

  /// What kind of step it was.
  public let kind: Kind
  /// The task's or event's name, where it has one.
  public let name: String?
  /// Where the step was asked for.
  public let callSite: CallSite
  private let box: Box?

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
    box = parent.map(Box.init)
  }

  /// What led to this step.
  public var parent: Cause? { box?.cause }

  /// The steps from the outermost to this one, `call at … > task "load" at …`.
  public var description: String {
    var steps: [String] = []
    var step: Cause? = self
    while let current = step {
      let name = current.name.map { " \"\($0)\"" } ?? ""
      steps.append("\(current.kind.rawValue)\(name) at \(current.callSite)")
      step = current.parent
    }
    return steps.reversed().joined(separator: " > ")
  }

  // MARK: The running step

  @TaskLocal private static var running: Cause?
  private static let recorders = Atomic<Int>(0)

  /// Whether anyone wants causes.
  public static var isRecorded: Bool { recorders.load(ordering: .relaxed) > 0 }

  /// The running step, or `nil` when none is known or causes are not recorded.
  public static var current: Cause? { isRecorded ? running : nil }

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
