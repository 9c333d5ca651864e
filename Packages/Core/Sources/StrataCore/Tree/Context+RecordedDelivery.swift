import StrataConcurrency

extension Tree {
  /// Takes the listeners to all changes along with a write that skips the queue; called with the lock held.
  ///
  /// - Returns: Whether there are any.
  @inline(__always)
  func takeRecordersAlong() -> Bool {
    guard lock.attention & Attention.recorders != 0 else { return false }
    inlineRecorders = recorders.entries
    return true
  }
}

extension Context {
  /// Notifies the listeners to all changes, and the observers of the slot, of a write that skipped the queue; called by
  /// the delivery owner.
  ///
  /// All are called in the order in which they began, as in a queued round.
  func deliverRecorded(_ round: borrowing InlineRound, _ change: borrowing Change) {
    // SAFETY: this context retains the trees it was in until it is released.
    let recorders = unsafe round.tree._withUnsafeGuaranteedRef { $0.inlineRecorders }
    let write = unsafe DeliveredWrite(change, round.entries)
    let isRecorded = layout.cell?.family.isRecorded ?? true
    var next = 0
    for recorder in recorders where isRecorded {
      while unsafe next < round.entries.count, unsafe round.entries[next].id < recorder.id {
        unsafe round.entries[next].watcher?.receive(change)
        next += 1
      }
      recorder.watcher?.receive(change)
      recorder.watcher?.endRound(change.round)
    }
    while unsafe next < round.entries.count {
      unsafe round.entries[next].watcher?.receive(change)
      next += 1
    }
    for recorder in recorders { recorder.watcher?.didDeliver(write) }
  }
}
