public import StrataConcurrency
public import StrataCore

/// The values that a body retains from one evaluation to the next, by their call sites in the source.
///
/// A call site that is passed several times in one evaluation, as in a loop, has a value for each time.
@_spi(Strata)
public final class RenderKeep: Sendable {
  private struct Key: Hashable {
    let callSite: CallSite
    let time: Int
  }

  private struct State: Sendable {
    var values: [Key: any Sendable] = [:]
    var times: [CallSite: Int] = [:]
    var handlers: [@Sendable (borrowing Change) -> Void] = []
    /// With what the running evaluation is shown, if a view says so.
    var animation: RecordedAnimation??
  }

  private let state = Locked(State(), rank: .leaf)

  /// The storage of the running evaluation, if one runs in this task.
  @TaskLocal public static var current: RenderKeep?

  /// Makes one without values.
  package init() {}

  /// Runs an evaluation that stores its values here.
  ///
  /// - Returns: The result of `body`.
  package func evaluate<Output>(_ body: () -> Output) -> Output {
    state.withLock { ($0.times, $0.animation) = ([:], nil) }
    return Self.$current.withValue(self, operation: body)
  }

  /// The value that is stored for a call site, made at the first time.
  public func value<Value: Sendable>(at callSite: CallSite, _ make: () -> Value) -> Value {
    let key = state.withLock { state in
      let time = state.times[callSite, default: 0]
      state.times[callSite] = time + 1
      return Key(callSite: callSite, time: time)
    }
    if let known = state.withLock({ $0.values[key] }) as? Value { return known }
    let made = make()
    state.withLock { $0.values[key] = made }
    return made
  }

  /// Registers a closure that is called, before each evaluation, with the change that triggers it.
  public func onTrigger(_ handler: @escaping @Sendable (borrowing Change) -> Void) {
    state.withLock { $0.handlers.append(handler) }
  }

  /// Notes with what the running evaluation is shown; the outermost view, which is the last, decides.
  func note(_ animation: RecordedAnimation?) { state.withLock { $0.animation = .some(animation) } }

  /// With what the last evaluation is shown; `nil` if no view has said so.
  var animation: RecordedAnimation?? { state.withLock { $0.animation } }

  /// Notifies the handlers of the change that triggers the next evaluation.
  func noteTrigger(_ change: borrowing Change) {
    for handler in state.withLock({ $0.handlers }) { handler(change) }
  }
}
