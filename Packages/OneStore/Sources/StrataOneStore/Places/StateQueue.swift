import StrataConcurrency
import StrataCore

/// Hands over the states of a store, one after the other, when the store may be used again.
///
/// States are added while the store is being changed, so they are in order. One thread at a time hands them over.
final class StateQueue<State: Sendable>: Sendable {
  private struct Waiting: Sendable {
    var states: [(state: State, cause: Cause?)] = []
    var isDraining = false
  }

  private let waiting = Locked(Waiting(), rank: .leaf)
  private let body: @Sendable (any Sendable, Cause?) -> Void

  init(_ body: @escaping @Sendable (any Sendable, Cause?) -> Void) {
    self.body = body
  }

  /// Adds a state; called while the store is being changed.
  func add(_ state: State) {
    let cause = Cause.current
    waiting.withLock { $0.states.append((state, cause)) }
  }

  /// Hands over the states that wait, unless another thread does, or a caller of this thread.
  func drain() {
    var isFirst = true
    while true {
      let next = waiting.withLock { waiting -> (state: State, cause: Cause?)? in
        if isFirst, waiting.isDraining { return nil }
        waiting.isDraining = !waiting.states.isEmpty
        return waiting.states.isEmpty ? nil : waiting.states.removeFirst()
      }
      guard let next else { return }
      isFirst = false
      body(next.state, next.cause)
    }
  }
}
