import StrataConcurrency

/// Retains the sources of a store's asynchronous sequences, which end when the store does.
///
/// The store's sinks refer to the sources weakly, so only this table retains them.
final class SequenceTable: Sendable {
  private struct State: Sendable {
    var sources: [UInt64: any AnyObject & Sendable] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Locked(State(), rank: .leaf)

  /// Stores a source until it is removed.
  func add(_ source: any AnyObject & Sendable) -> UInt64 {
    state.withLock { state in
      defer { state.nextID += 1 }
      state.sources[state.nextID] = source
      return state.nextID
    }
  }

  func remove(_ id: UInt64) {
    let removed = state.withLock { $0.sources.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  var count: Int { state.withLock { $0.sources.count } }
}

/// The steps at the end of a sequence.
final class SequenceEnd: Sendable {
  private struct State: Sendable {
    var subscription: Subscription?
    weak var table: SequenceTable?
    var id: UInt64 = 0
  }

  private let state = Locked(State(), rank: .leaf)

  func set(_ subscription: Subscription, _ table: SequenceTable, _ id: UInt64) {
    state.withLock { $0 = State(subscription: subscription, table: table, id: id) }
  }

  func perform() {
    // The subscription ends when it is released.
    let former = state.withLock { state in
      defer { state = State() }
      return state
    }
    former.table?.remove(former.id)
  }
}
