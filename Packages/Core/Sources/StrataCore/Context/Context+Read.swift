public import StrataConcurrency

extension Context {
  /// Reads a slot, and lets the tracking scope that this thread is in, if any, know.
  ///
  /// A value that another thread is changing in a transaction is read as it was before the
  /// transaction; one that another thread is changing in place is waited for, unless it consists of
  /// plain bytes.
  ///
  /// - Complexity: O(1); one lock pair and a copy.
  @inlinable
  public func read<Value>(_ slot: Slot<Value>) -> Value {
    checkType(slot)
    let lock = lock()
    if unsafe !headers[slot.index].flags.isDisjoint(with: .unreadable) {
      return readUnusual(slot, lock)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
    let value = unsafe pointer(to: slot).pointee
    lock.unlock()
    return value
  }

  /// Reads a slot that something keeps from being read in the usual way.
  @usableFromInline
  func readUnusual<Value>(_ slot: Slot<Value>, _ taken: LockReference) -> Value {
    var lock = taken
    var attempt = 0
    while true {
      let flags = unsafe headers[slot.index].flags
      if flags.contains(.held), tree.transaction.owner != LogicalThread.current,
        let before: Value = tree.log.before(self, slot.index)
      {
        if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
        lock.unlock()
        return before
      }
      if !flags.contains(.absent) {
        if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
        let value = unsafe pointer(to: slot).pointee
        let isFirstLateRead = flags.contains(.stale) && noteLateAccess(.read)
        lock.unlock()
        if isFirstLateRead {
          Complaint.lateRead(layout.place(of: slot.index)).report(
            at: layout.slots[slot.index].declaration
          )
        }
        return value
      }
      guard flags.contains(.busy) else {
        lock.unlock()
        Complaint.absentValue(layout.place(of: slot.index), phase).trap()
      }
      wait(forSlot: slot.index, to: "read", attempt: &attempt, lock)
      lock = self.lock()
    }
  }

  /// The value for a change in place that is refused, and reported as such: neither tracked nor
  /// reported as a read.
  func peek<Value>(_ slot: Slot<Value>) -> Value {
    let lock = lock()
    guard unsafe headers[slot.index].flags.contains(.absent) else {
      defer { lock.unlock() }
      return unsafe pointer(to: slot).pointee
    }
    return readUnusual(slot, lock)
  }
}
