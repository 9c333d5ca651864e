import StrataConcurrency

/// The subscriptions of one source.
@usableFromInline
final class SubscriptionTable<Model>: Sendable {
  private struct State {
    var all: [SourceSubscription<Model>] = []
    /// How many there may be before those whose subscriber is gone are looked for.
    var limit = 8
  }

  private let state = Locked(State(), rank: .leaf)

  init() {}

  /// How many there are, with those whose subscriber has gone unnoticed.
  var count: Int { state.withLock { $0.all.count } }

  /// Retains a subscription.
  ///
  /// - Complexity: O(1), amortised.
  func add(_ subscription: SourceSubscription<Model>) {
    let candidates = state.withLock { state -> [SourceSubscription<Model>] in
      state.all.append(subscription)
      return state.all.count > state.limit ? state.all : []
    }
    if !candidates.isEmpty { sweep(candidates) }
  }

  /// Ends the subscriptions of a subscriber.
  func end(of subscriber: ObjectIdentifier) {
    let ended = remove { $0.subscriber == subscriber }
    for subscription in ended { subscription.unsubscribe() }
  }

  /// Ends one subscription.
  func end(_ subscription: SourceSubscription<Model>) {
    _ = remove { $0 === subscription }
    subscription.unsubscribe()
  }

  /// Ends all subscriptions.
  func endAll() {
    for subscription in remove(where: { _ in true }) { subscription.end() }
  }

  private func sweep(_ candidates: [SourceSubscription<Model>]) {
    let useless = Set(candidates.filter { !$0.isUseful }.map { ObjectIdentifier($0) })
    let ended = remove { useless.contains(ObjectIdentifier($0)) }
    for subscription in ended { subscription.end() }
    state.withLock { $0.limit = max(8, $0.all.count * 2) }
  }

  private func remove(
    where isRemoved: (SourceSubscription<Model>) -> Bool
  ) -> [SourceSubscription<Model>] {
    state.withLock { state in
      let removed = state.all.filter(isRemoved)
      if !removed.isEmpty { state.all.removeAll(where: isRemoved) }
      return removed
    }
  }
}
