import StrataConcurrency

/// Stores a subscription for an object that can only subscribe once it is complete.
final class ObservedToken<State: StateContainer>: Sendable {
  private let storage = Locked<StateSubscription<State>?>(nil, rank: .leaf)

  var subscription: StateSubscription<State>? {
    get { storage.withLock { $0 } }
    set {
      let former = storage.withLock { storage in
        defer { storage = newValue }
        return storage
      }
      withExtendedLifetime(former) {}
    }
  }
}
