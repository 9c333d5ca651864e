import StrataConcurrency

// A write that one change log takes, and that nobody observes, is delivered at once, as an observed write is. Nothing
// else of a round is needed: the change log is called by the delivery owner, in the order of the commits.

extension Tree {
  /// The change log that takes a slot's changes, if such a change can be delivered without the queue; called with the
  /// lock held.
  ///
  /// - Returns: `nil` if no change log takes them, or if the queue is needed: for observers, for several change logs,
  ///   while a thread delivers, or while an activation makes changes that belong to an earlier commit.
  func directChangeLog(of context: Context, _ slot: Int) -> ChangeLog? {
    guard lock.flagWord & TreeFlags.queuesLogged == 0, unsafe context.headers[slot].flags == [],
      changeListeners.isEmpty, openEntries.isEmpty, !isStarting
    else { return nil }
    var taker: ChangeLog?
    for changeLog in changeLogs where changeLog.takes(context, slot) {
      guard taker == nil else { return nil }
      taker = changeLog
    }
    return taker
  }

  /// Commits a change, and delivers it to a change log; called with the lock held, which it releases.
  ///
  /// The calling thread is the delivery owner meanwhile, and delivers what was queued in the end.
  ///
  /// - Parameters:
  ///   - change: The change, which the slot contains already.
  ///   - changeLog: The result of ``directChangeLog(of:_:)`` since the lock was taken.
  func deliver(_ change: any PendingChange, to changeLog: ChangeLog) {
    change.context.forgetReads(ofSlotAt: change.slot)
    noteState(of: change)
    let number = beginInlineRound()
    let entry = changeLog.makeEntry()
    entry.fill(
      round: number,
      initiatingRound: number,
      cause: Cause.current,
      [change],
      departed: [],
      isComplete: true
    )
    changeLog.withUnnotified { $0.append(entry) }
    lock.unlock()
    var significance = Significance()
    TrackingScope.suspended { changeLog.handOver(through: number, &significance) }
    endDelivering()
  }
}
