public import StrataConcurrency

extension Context {
  /// Notifies an observer of the activity from now on in the tree of this context.
  ///
  /// Unlike ``withTreeObserver(_:operation:)`` it begins after the tree was made, so the observer does not receive the
  /// tree's beginning. In a context that is in no tree it has no effect.
  ///
  /// - Parameter observer: Retained by the tree.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observeTree(_ observer: any TreeObserver) -> Subscription {
    let wishes = ObserverWishes(observer)
    let lock = lock()
    defer { lock.unlock() }
    let tree = tree
    guard !tree.isDetached else { return Subscription {} }
    tree.add(wishes)
    return Subscription {
      tree.lock.lock()
      let removed = tree.remove(wishes)
      tree.lock.unlock()
      withExtendedLifetime(removed) {}
    }
  }

  /// Notifies the tree's observers that this context's value follows another context's.
  ///
  /// - Parameters:
  ///   - source: The followed context.
  ///   - isDerived: Whether this context has no value except the one it makes from others.
  @_spi(Strata)
  public func noteFollowing(_ source: Context, isDerived: Bool) {
    notifyTreeObservers { $0.context(self, didFollow: source, isDerived: isDerived) }
  }

  /// Notifies the tree's observers of an action that a store of this context handles.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: Where it came from.
  @_spi(Strata)
  public func noteHandling<Action>(_ action: Action, origin: String) {
    notifyTreeObservers { $0.willHandle(action, origin: origin, in: self) }
  }

  /// Notifies the observers of the tree of this context.
  func notifyTreeObservers(_ notify: (any TreeObserver) -> Void) {
    let observers = treeObservers
    guard !observers.isEmpty else { return }
    TrackingScope.suspended { observers.forEach(notify) }
  }

  /// The observers of the tree of this context.
  var treeObservers: [any TreeObserver] {
    let lock = lock()
    defer { lock.unlock() }
    return tree.observers
  }

  /// Whether an observer of the tree requests that tasks retain the tree.
  package var keepsTreeForTasks: Bool { treeObservers.contains(where: \.keepsTreesForTasks) }
}
