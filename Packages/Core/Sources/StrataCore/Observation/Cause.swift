public import StrataConcurrency
import Synchronization

/// The cause of a write: one step, and the steps that led to it.
///
/// Causes are recorded only on request (``isRecorded``); otherwise the write path pays one predictable branch. They
/// travel with the task-local values of Swift's tasks, so they survive `await` and reach the tasks that a step starts.
public struct Cause: Sendable, CustomStringConvertible {
  /// The kind of a step.
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

  /// The kind of the step.
  public var kind: Kind { step.kind }
  /// The task's or event's name, where it has one.
  public var name: String? { step.name }
  /// The call site of the step.
  public var callSite: CallSite { step.callSite }
  /// How many steps between ``parent`` and this one were left out because the chain was too long.
  public var omittedCount: Int { step.omittedCount }

  // One reference, because each change, round and entry of a log has a copy of its cause.
  private let step: Step

  private final class Step: Sendable {
    let kind: Kind
    let name: String?
    let callSite: CallSite
    let omittedCount: Int
    let parent: Cause?
    /// The length of the chain.
    let length: Int

    init(_ kind: Kind, _ name: String?, _ callSite: CallSite, after parent: Cause?, omitting: Int) {
      self.kind = kind
      self.name = name
      self.callSite = callSite
      self.parent = parent
      omittedCount = omitting
      length = (parent?.step.length ?? 0) + 1
    }
  }

  /// Makes a step that follows the running one.
  public init(_ kind: Kind, name: String? = nil, at callSite: CallSite) {
    self.init(kind, name: name, at: callSite, after: Cause.current)
  }

  /// Makes a step that follows another.
  init(_ kind: Kind, name: String? = nil, at callSite: CallSite, after parent: Cause?) {
    let parent = parent.map { $0.step.length < Self.longestChain ? $0 : $0.shortened() }
    step = Step(kind, name, callSite, after: parent, omitting: 0)
  }

  /// The same step after another one.
  private init(_ step: Cause, after parent: Cause, omitting count: Int) {
    self.step = Step(step.kind, step.name, step.callSite, after: parent, omitting: count)
  }

  /// Identifies the step while it is retained; two steps with the same contents may differ.
  @_spi(Strata) public var identity: ObjectIdentifier { ObjectIdentifier(step) }

  /// The step that led to this one.
  public var parent: Cause? { step.parent }

  /// The steps from the outermost to this one, `call at … > task "load" at …`.
  public var description: String {
    steps.map { step in
      step.omittedCount == 0 ? "\(step)" : "\(step.omittedCount) more > \(step)"
    }
    .joined(separator: " > ")
  }

  // MARK: Length

  /// The length at which a chain loses its middle, because a loop that restarts itself would retain its whole past.
  private static let longestChain = 32
  /// How many of the first and of the last steps remain then.
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
  private static let changeListeners = Atomic<Int>(0)

  /// Whether a recording of causes is active.
  public static var isRecorded: Bool { changeListeners.load(ordering: .relaxed) > 0 }

  /// Whether a call of other code needs more than the call: a step to record, or a tracking scope to suspend.
  @_spi(Strata)
  public static var isRecordedOrTracked: Bool { isRecorded || TrackingScope.isAnyOpen }

  /// The running step, or `nil` when none is known or causes are not recorded.
  public static var current: Cause? { isRecorded ? running : nil }

  /// Runs a closure as a step that stays known to the work it starts, also before a recording begins.
  static func withNamed<Result>(
    _ cause: Cause,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try $running.withValue(cause, operation: body)
  }

  /// Runs an asynchronous closure as a step that stays known to the work it starts.
  static func withNamed<Result>(
    _ cause: Cause,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $running.withValue(cause, operation: body, isolation: isolation)
  }

  /// The running step, also without a recording of causes.
  static var runningIfKnown: Cause? { running }

  /// A description of the running task, as far as it is known, if it was cancelled; else `nil`.
  static var cancelledTask: String? {
    guard Task.isCancelled else { return nil }
    guard let step = currentTask else { return "a task" }
    return "the task \(step.name.map { "\"\($0)\" " } ?? "")that was started at \(step.callSite)"
  }

  /// The line that started the running task, as far as it is known.
  static var lineOfTask: CallSite? { currentTask?.callSite }

  private static var currentTask: Cause? {
    var step = current
    while let cause = step, cause.kind != .task { step = cause.parent }
    return step
  }

  /// Starts to record causes; balance with ``stopRecording()``.
  public static func startRecording() {
    changeListeners.wrappingAdd(1, ordering: .relaxed)
  }

  /// Ends the recording that ``startRecording()`` began.
  public static func stopRecording() {
    changeListeners.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Runs a closure as a step, if causes are recorded.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
  public static func with<Result>(
    _ kind: Kind,
    name: String? = nil,
    at callSite: CallSite,
    _ body: () throws -> Result
  ) rethrows -> Result {
    guard isRecorded else { return try body() }
    return try $running.withValue(Cause(kind, name: name, at: callSite), operation: body)
  }

  /// Runs a closure as a step that follows another than the running one.
  @_spi(Strata) public static func with(_ cause: @autoclosure () -> Cause, _ body: () -> Void) {
    guard isRecorded else { return body() }
    $running.withValue(cause(), operation: body)
  }

  /// Runs an asynchronous closure as a step, if causes are recorded.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
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
