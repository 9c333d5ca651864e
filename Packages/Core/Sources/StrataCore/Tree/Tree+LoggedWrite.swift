import StrataConcurrency

// A write that one change log takes, and that nobody observes, is delivered at once, as an observed write is. Nothing
// else of a round is needed: the change log is called by the delivery owner, in the order of the commits.

extension Tree {
  /// The change log that takes a slot's changes, if such a change can be delivered without the queue; called with the
  /// lock held.
  ///
  /// - Returns: `nil` if no change log takes them, or if the queue is needed: for observers, for several change logs,
  ///   while a thread delivers, or while an activation makes changes that belong to an earlier commit.
  func directJournal(of context: Context, _ slot: Int) -> Journal? {
    guard lock.attention & Attention.queuesLogged == 0, unsafe context.headers[slot].flags == [],
      recorders.isEmpty, openEntries.isEmpty, !isStarting
    else { return nil }
    var taker: Journal?
    for journal in journals where journal.takes(context, slot) {
      guard taker == nil else { return nil }
      taker = journal
    }
    return taker
  }

  /// Commits a change, and delivers it to a change log; called with the lock held, which it releases.
  ///
  /// The calling thread is the delivery owner meanwhile, and delivers what was queued in the end.
  ///
  /// - Parameters:
  ///   - change: The change, which the slot contains already.
  ///   - journal: The result of ``directJournal(of:_:)`` since the lock was taken.
  func deliver(_ change: any PendingChange, to journal: Journal) {
    change.context.forgetReads(ofSlotAt: change.slot)
    noteState(of: change)
    let number = beginInlineRound()
    let entry = journal.makeEntry()
    entry.fill(
      round: number,
      origin: number,
      cause: Cause.current,
      [change],
      departed: [],
      isComplete: true
    )
    journal.withUnnotified { $0.append(entry) }
    lock.unlock()
    var significance = Significance()
    journal.handOver(through: number, &significance)
    endDelivering()
  }
}
