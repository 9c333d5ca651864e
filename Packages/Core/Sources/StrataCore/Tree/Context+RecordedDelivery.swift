import StrataConcurrency

extension Tree {
  /// Takes the listeners to all changes along with a write that skips the queue; called with the lock held.
  ///
  /// - Returns: Whether there are any.
  @inline(__always)
  func takeChangeListenersAlong() -> Bool {
    guard lock.flagWord & TreeFlags.changeListeners != 0 else { return false }
    inlineChangeListeners = changeListeners.entries
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
    let changeListeners = unsafe round.tree._withUnsafeGuaranteedRef { $0.inlineChangeListeners }
    let entries = unsafe round.entries
    let isRecorded = layout.attachment?.family.isRecorded ?? true
    unsafe changeListeners.withUnsafeBufferPointer { changeListeners in
      if changeListeners.count == 1, entries.isEmpty, isRecorded {
        return unsafe changeListeners[0].withObserver { $0.receiveAlone(change) }
      }
      var next = 0
      for index in changeListeners.indices where isRecorded {
        while next < entries.count,
          unsafe entries[next].id < changeListeners[index].id
        {
          unsafe entries[next].withObserver { $0.receive(change) }
          next += 1
        }
        unsafe changeListeners[index].withObserver {
          $0.receive(change)
          $0.endRound(change.round)
        }
      }
      while next < entries.count {
        unsafe entries[next].withObserver { $0.receive(change) }
        next += 1
      }
      let write = unsafe DeliveredWrite(change, entries)
      for index in changeListeners.indices {
        unsafe changeListeners[index].withObserver { $0.didDeliver(write) }
      }
    }
  }
}
