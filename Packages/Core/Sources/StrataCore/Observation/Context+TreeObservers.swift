public import StrataConcurrency

extension Context {
  /// Notifies an observer of the activity from now on in the tree of this context.
  ///
  /// Unlike ``withTreeObserver(_:operation:)`` it begins after the tree was made, so the observer does not receive the
  /// tree's beginning. In a context that is in no tree it has no effect.
  ///
  /// - Parameter observer: Retained by the tree.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observeTree(_ observer: any TreeObserver) -> TreeObservation {
    let wishes = ObserverWishes(observer)
    let lock = lock()
    defer { lock.unlock() }
    guard !tree.isDetached else { return TreeObservation(nil, tree) }
    tree.add(wishes)
    return TreeObservation(wishes, tree)
  }

  /// Notifies the tree's observers that this context's value follows another context's.
  ///
  /// - Parameters:
  ///   - source: The followed context.
  ///   - isDerived: Whether this context has no value except the one it makes from others.
  @_spi(Strata)
  public func noteFollowing(_ source: Context, isDerived: Bool) {
    for observer in treeObservers {
      observer.context(self, didFollow: source, isDerived: isDerived)
    }
  }

  /// Notifies the tree's observers of an action that a store of this context handles.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: Where it came from.
  @_spi(Strata)
  public func noteHandling<Action>(_ action: Action, origin: String) {
    for observer in treeObservers { observer.willHandle(action, origin: origin, in: self) }
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

/// A running observation of a tree; ends when it is cancelled or released.
public final class TreeObservation: Cancellable, Sendable {
  private let tree: Tree
  // Taken out by the first call that ends it.
  private let wishes: Locked<ObserverWishes?>

  init(_ wishes: ObserverWishes?, _ tree: Tree) {
    self.tree = tree
    self.wishes = Locked(wishes, rank: .leaf)
  }

  deinit { cancel() }

  /// Ends the observation: no call starts after this returns, except by a thread that has begun to notify.
  public func cancel() {
    guard let wishes = wishes.withLock({ $0.take() }) else { return }
    tree.lock.lock()
    let removed = tree.remove(wishes)
    tree.lock.unlock()
    withExtendedLifetime(removed) {}
  }
}
