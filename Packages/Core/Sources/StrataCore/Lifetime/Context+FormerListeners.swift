import StrataConcurrency
import StrataEvents

extension Context {
  /// Takes all listeners out, to be finished outside the lock; called with the lock held.
  func takeListeners() -> [EventListener<Context>] {
    guard let facets, !facets.listeners.isEmpty else { return [] }
    let listeners = facets.listeners.removeAll()
    forgetListeners(listeners.count)
    return listeners
  }

  /// Counts listeners that have gone; called with the lock held.
  func forgetListeners(_ count: Int) {
    tree.listenerCount -= count
    if tree.listenerCount == 0 { tree.lock.flagWord &= ~TreeFlags.listeners }
  }
}
