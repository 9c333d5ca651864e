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
    let lock = lock()
    defer { lock.unlock() }
    guard !tree.isDetached else { return TreeObservation(observer, nil) }
    tree.observers.append(observer)
    lock.attention |= Attention.observers
    return TreeObservation(observer, tree)
  }

  /// Who observes the tree that this context is in.
  var treeObservers: [any TreeObserver] {
    let lock = lock()
    defer { lock.unlock() }
    return tree.observers
  }
}

/// A running observation of a tree; ends when it is cancelled or released.
public final class TreeObservation: Cancellable, Sendable {
  private let observer: any TreeObserver
  private let tree: Tree?

  init(_ observer: any TreeObserver, _ tree: Tree?) {
    self.observer = observer
    self.tree = tree
  }

  deinit { cancel() }

  /// Ends the observation: no call starts after this returns, except by a thread that has begun to
  /// tell.
  public func cancel() {
    guard let tree else { return }
    tree.lock.lock()
    let former = tree.observers
    // One by one: an observer may have been added twice.
    if let index = tree.observers.lastIndex(where: { $0 === observer }) {
      tree.observers.remove(at: index)
    }
    if tree.observers.isEmpty { tree.lock.attention &= ~Attention.observers }
    tree.lock.unlock()
    withExtendedLifetime(former) {}
  }
}
