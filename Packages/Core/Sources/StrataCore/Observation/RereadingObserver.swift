import StrataConcurrency

/// An observer that reads its slots anew when it is notified.
///
/// In a transaction it may read what is never committed. The commit therefore notifies it also if it leaves the slot as
/// it was before, which is no change for the other observers.
protocol RereadingObserver: SlotObserver {
  /// Receives the join of a context that the observer has read while it was in no tree; called without the lock.
  func receiveJoin(of context: Context, _ slot: Int, after cause: Cause?)
}

extension Context {
  /// Makes sure that such an observer is notified of the commit, if it reads what this thread's open transaction has
  /// written; called with the lock held.
  func noteUncommittedRead(_ slot: Int) {
    if let producer { return producer.noteUncommittedRead() }
    guard unsafe headers[slot].flags.contains(.held),
      tree.transaction.owner == LogicalThread.current
    else { return }
    tree.heldChange(self, slot)?.isReadUncommitted = true
  }
}
