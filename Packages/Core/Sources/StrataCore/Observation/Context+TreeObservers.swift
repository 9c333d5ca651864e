public import StrataConcurrency

extension Context {
  /// Tells an observer what happens from now on in the tree that this context is in.
  ///
  /// Unlike ``withTreeObserver(_:operation:)`` it begins in the midst of the tree's life: the observer
  /// is not told that the tree was made. In a context that is in no tree it has no effect.
  ///
  /// - Parameter observer: Held by the tree.
  /// - Returns: Ends it when it is cancelled or released.
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
  ///   - source: The context that is followed.
  ///   - isDerived: Whether this context has no value of its own beside what it makes of others'.
  @_spi(Strata)
  public func noteFollowing(_ source: Context, isDerived: Bool) {
    for observer in treeObservers {
      observer.context(self, didFollow: source, isDerived: isDerived)
    }
  }

  /// Who observes the tree that this context is in.
  var treeObservers: [any TreeObserver] {
    let lock = lock()
    defer { lock.unlock() }
    return tree.observers
  }

  /// Whether an observer of the tree asks that tasks keep it.
  package var keepsTreeForTasks: Bool { treeObservers.contains(where: \.keepsTreesForTasks) }
}

/// A running observation of a tree; ends when it is cancelled or released.
public final class TreeObservation: Cancellable, Sendable {
  private let tree: Tree
  // Taken out by the first who ends it.
  private let wishes: Locked<ObserverWishes?>

  init(_ wishes: ObserverWishes?, _ tree: Tree) {
    self.tree = tree
    self.wishes = Locked(wishes, rank: .leaf)
  }

  deinit { cancel() }

  /// Ends the observation: no call starts after this returns, except by a thread that has begun to
  /// tell.
  public func cancel() {
    guard let wishes = wishes.withLock({ $0.take() }) else { return }
    tree.lock.lock()
    let removed = tree.remove(wishes)
    tree.lock.unlock()
    withExtendedLifetime(removed) {}
  }
}
