import StrataConcurrency
import StrataCore

extension StoreCore {
  /// Adds a subscriber and tells it the state.
  func subscribe(_ subscriber: Subscriber<State>) {
    changeSubscribers { $0.add(subscriber) }
    // Read after the subscriber is in the list: a change that comes between is told twice, and the
    // second time left out because its version is known.
    let cell = context.read(slot)
    let first = StoreUpdate(
      state: cell.value,
      version: cell.version,
      reason: .push,
      subscribers: SubscriberList()
    )
    let isLeft: Bool
    switch subscriber.kind {
    case .store(let node):
      var isLeftInside = false
      node.batch { isLeftInside = subscriber.begin(with: first, of: self) }
      isLeft = isLeftInside
    case .closure, .view: isLeft = subscriber.begin(with: first, of: self)
    }
    if isLeft { push(.beginning, to: subscriber) }
  }

  /// Adds a subscriber that is told of what follows only; called before the store is shared.
  func addSilently(_ subscriber: Subscriber<State>) {
    subscriber.begin(after: 0)
    changeSubscribers { $0.add(subscriber) }
  }

  /// Removes a subscriber.
  func remove(_ subscriber: Subscriber<State>) {
    subscriber.end()
    let removed = changeSubscribers { $0.remove(subscriber) }
    // Released here, after the lock: what its closure holds is the user's.
    withExtendedLifetime(removed) {}
  }
}
