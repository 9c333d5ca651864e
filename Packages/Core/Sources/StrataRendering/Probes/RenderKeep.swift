package import StrataConcurrency
package import StrataCore

/// What parts of a body keep from one evaluation to the next, by their places in the source.
///
/// A place that is passed several times in one evaluation, as in a loop, has a value for each time.
package final class RenderKeep: Sendable {
  private struct Key: Hashable {
    let callSite: CallSite
    let time: Int
  }

  private struct State: Sendable {
    var values: [Key: any Sendable] = [:]
    var times: [CallSite: Int] = [:]
    var handlers: [@Sendable (borrowing Change) -> Void] = []
  }

  private let state = Locked(State(), rank: .leaf)

  /// What the running evaluation keeps, if one runs in this task.
  @TaskLocal package static var current: RenderKeep?

  /// Makes one that keeps nothing yet.
  package init() {}

  /// Runs an evaluation whose parts keep values here.
  ///
  /// - Returns: What `body` returns.
  package func evaluate<Output>(_ body: () -> Output) -> Output {
    state.withLock { $0.times = [:] }
    return Self.$current.withValue(self, operation: body)
  }

  /// The value that is kept for a place, made at the first time.
  package func value<Value: Sendable>(at callSite: CallSite, _ make: () -> Value) -> Value {
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

  /// Calls a closure with the change that sets an evaluation off, before it.
  package func onTrigger(_ handler: @escaping @Sendable (borrowing Change) -> Void) {
    state.withLock { $0.handlers.append(handler) }
  }

  /// Tells of the change that sets the next evaluation off.
  func noteTrigger(_ change: borrowing Change) {
    for handler in state.withLock({ $0.handlers }) { handler(change) }
  }
}
