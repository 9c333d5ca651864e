public import StrataConcurrency

extension Context {
  /// Writes a slot; everyone who watches it is told.
  ///
  /// Waits while another thread changes the same slot in place or has written it in a transaction
  /// that is still open.
  ///
  /// - Complexity: O(1) plus the watchers; one lock pair when nobody watches.
  @inlinable
  public func write<Value>(_ slot: Slot<Value>, _ value: consuming Value) {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags.rawValue == 0, lock.attention & Attention.slowsWrites == 0 {
      exchange(slot, with: &value)
      lock.unlock()
      // The old value must not go before the lock does: its `deinit` is the user's code.
      return withExtendedLifetime(value) {}
    }
    if unsafe headers[slot.index].flags == .watched, lock.attention & Attention.queuesWrites == 0 {
      return writeWatched(slot, value, lock) { _, _ in false }
    }
    if unsafe headers[slot.index].flags == .derived, lock.attention & Attention.tellsOfWrites == 0 {
      return writeSource(slot, value, lock) { _, _ in false }
    }
    writeUnusual(slot, value, lock, isEqual: nil)
  }

  /// Writes a slot; everyone who watches it is told, unless the old and the new value are equal.
  ///
  /// Values are compared only if someone watches, and outside the lock.
  ///
  /// - Complexity: O(1) plus a comparison and the watchers; one lock pair when nobody watches.
  @inlinable
  public func write<Value: Equatable>(_ slot: Slot<Value>, _ value: consuming Value) {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags.rawValue == 0, lock.attention & Attention.slowsWrites == 0 {
      exchange(slot, with: &value)
      lock.unlock()
      return
    }
    if unsafe headers[slot.index].flags == .watched, lock.attention & Attention.queuesWrites == 0 {
      return writeWatched(slot, value, lock) { $0 == $1 }
    }
    if unsafe headers[slot.index].flags == .derived, lock.attention & Attention.tellsOfWrites == 0 {
      return writeSource(slot, value, lock) { $0 == $1 }
    }
    writeUnusual(slot, value, lock, isEqual: { $0 == $1 })
  }

  /// Writes a slot that is watched, when nobody delivers: no queue, no box, two lock pairs in all.
  @inlinable
  @inline(__always)
  func writeWatched<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    areEqual: (Value, Value) -> Bool
  ) {
    let round = beginDelivery(of: slot.index)
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    if !areEqual(old, new) {
      unsafe withUnsafePointer(to: old) { old in
        unsafe withUnsafePointer(to: new) { new in
          unsafe deliver(round, slot.index, old, new)
        }
      }
    }
    endDelivery(of: round)
  }

  /// Writes a slot that something keeps from being written in the usual way.
  @usableFromInline
  func writeUnusual<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ taken: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    guard prepareWrite(slot.index, to: "write", taken) else { return }
    let tree = tree
    var value = value
    if tree.transaction.owner == .current {
      hold(slot, isEqual)
      exchange(slot, with: &value)
      return tree.lock.unlock()
    }
    let waiters = takeWaiters(for: slot.index)
    if !tree.isHeard(self, slot.index) {
      exchange(slot, with: &value)
      tree.lock.unlock()
      for waiter in waiters { waiter.wake() }
      return
    }
    let new = value
    exchange(slot, with: &value)
    let change = ValueChange(
      context: self,
      slot: slot.index,
      old: value,
      new: new,
      isEqual: isEqual
    )
    _ = tree.enqueue(change)
    tree.lock.unlock()
    for waiter in waiters { waiter.wake() }
    tree.deliver()
  }

  /// Waits until this thread may write a slot; called with the lock held.
  ///
  /// - Returns: Whether it may. Then the lock is held, else it is given back and the misuse is
  ///   reported.
  func prepareWrite(_ slot: Int, to action: String, _ taken: LockReference) -> Bool {
    var lock = taken
    var attempt = 0
    while true {
      let flags = unsafe headers[slot].flags
      if flags.contains(.refused) {
        let complaint: Complaint =
          phase == .frozen
          ? .frozenWrite(layout.place(of: slot))
          : .lateWrite(layout.place(of: slot), byCancelled: Cause.cancelledTask)
        let isOfLastHandler = phase == .sealed && LastHandlers.areRunning
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        for waiter in waiters { waiter.wake() }
        if !isOfLastHandler {
          reportLate(complaint, .write, at: layout.slots[slot].declaration)
        }
        return false
      }
      // A context that was added again while tasks of its former life unwind, or whose work has been
      // replaced and has not returned. They are cancelled; to know each by name would cost every task.
      // Another task that is cancelled meanwhile has the bad luck.
      if flags.contains(.guarded), Task.isCancelled {
        let (complaint, access) = complaintOfCancelledWriter(to: slot)
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        for waiter in waiters { waiter.wake() }
        reportLate(complaint, access, at: layout.slots[slot].declaration)
        return false
      }
      let isForeign = flags.contains(.held) && tree.transaction.owner != .current
      if !isForeign, !flags.contains(.busy) {
        guard flags.contains(.absent) else { return true }
        lock.unlock()
        Complaint.absentValue(layout.place(of: slot), phase).trap()
      }
      wait(forSlot: slot, isExclusive: true, to: action, attempt: &attempt, lock)
      lock = self.lock()
    }
  }

  /// Keeps the value from before the transaction's first write of a slot; called with the lock held
  /// by the owner of the transaction.
  func hold<Value>(_ slot: Slot<Value>, _ isEqual: ((Value, Value) -> Bool)?) {
    if unsafe headers[slot.index].flags.contains(.derived) {
      tree.touchDependents(of: self, slot.index)
    }
    guard unsafe !headers[slot.index].flags.contains(.held) else { return }
    markHeld(slot.index)
    claimWaiters(for: slot.index)
    tree.log.hold(
      ValueChange(
        context: self,
        slot: slot.index,
        old: unsafe pointer(to: slot).pointee,
        isEqual: isEqual
      )
    )
  }
}
