import StrataConcurrency
@_spi(Strata) import StrataCore

extension StoreCore {
  /// Adds a subscriber and delivers the state to it.
  func subscribe(_ subscriber: Subscriber<State>) {
    changeSubscribers { $0.add(subscriber) }
    // Neither this nor the first call reads for the run that subscribes.
    withSuspendedTracking { begin(subscriber) }
  }

  private func begin(_ subscriber: Subscriber<State>) {
    // The state is read after the subscriber is in the list. So a change that comes between is delivered twice, and the
    // second delivery is dropped because its version is known.
    let current = context.read(slot)
    let first = StoreUpdate(
      state: current.value,
      version: current.version,
      reason: .push,
      subscribers: SubscriberList()
    )
    let isLeft: Bool
    switch subscriber.kind {
    case .store(let node):
      var isLeftInside = false
      node.batch { isLeftInside = subscriber.begin(with: first) }
      isLeft = isLeftInside
    case .closure, .view: isLeft = subscriber.begin(with: first)
    }
    if isLeft { push(.beginning, to: subscriber) }
  }

  /// Adds a subscriber that receives later states only; called before the store is shared.
  func addSilently(_ subscriber: Subscriber<State>) {
    subscriber.beginSilently()
    changeSubscribers { $0.add(subscriber) }
  }

  /// Removes a subscriber.
  func remove(_ subscriber: Subscriber<State>) {
    subscriber.end()
    let removed = changeSubscribers { $0.remove(subscriber) }
    // The subscriber is released here, after the lock, because the values in its closure are the user's.
    withExtendedLifetime(removed) {}
  }
}
