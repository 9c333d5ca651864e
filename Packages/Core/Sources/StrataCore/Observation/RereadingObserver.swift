import StrataConcurrency

/// An observer that reads its slots anew when it is notified.
///
/// In a transaction it may read what is never committed. The commit therefore notifies it also if it leaves the slot as
/// it was before, which is no change for the other observers.
protocol RereadingObserver: SlotObserver {
  /// Records that a context which the observer has read has joined a tree; called without the lock.
  ///
  /// - Returns: The call that notifies the observer of all joins that are recorded by then; `nil` if it knows of a
  ///   change already.
  func noteJoin(of context: Context, _ slot: Int) -> ((Cause?) -> Void)?
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
