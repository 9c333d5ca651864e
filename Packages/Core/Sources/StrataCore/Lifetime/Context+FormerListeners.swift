import StrataConcurrency
import StrataEvents

extension Context {
  /// Takes all listeners out, to be finished outside the lock; called with the lock held.
  func takeListeners() -> [EventListener<Context>] {
    guard let parts, !parts.listeners.isEmpty else { return [] }
    let listeners = parts.listeners.removeAll()
    forgetListeners(listeners.count)
    return listeners
  }

  /// Counts listeners that have gone; called with the lock held.
  func forgetListeners(_ count: Int) {
    tree.listenerCount -= count
    if tree.listenerCount == 0 { tree.lock.attention &= ~Attention.listeners }
  }
}
