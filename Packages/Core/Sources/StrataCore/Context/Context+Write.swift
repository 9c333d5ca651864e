public import StrataConcurrency

extension Context {
  /// Writes a slot, and notifies its observers.
  ///
  /// Waits while another thread changes the slot in place, or has written it in a transaction that is still open.
  ///
  /// - Complexity: O(1) plus the observers; one lock pair without observers.
  @inlinable
  public func write<Value>(_ slot: Slot<Value>, _ value: consuming Value) {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags.rawValue == 0, lock.flagWord & TreeFlags.slowsWrites == 0 {
      exchange(slot, with: &value)
      lock.unlock()
      // The old value is released after the lock, because its `deinit` is the user's code.
      return withExtendedLifetime(value) {}
    }
    if unsafe headers[slot.index].flags.isSubset(of: .watched),
      lock.flagWord & TreeFlags.queuesWrites == 0
    {
      return writeWatched(slot, value, lock) { _, _ in false }
    }
    if unsafe headers[slot.index].flags == .derived,
      lock.flagWord & TreeFlags.slowsUnobservedWrites == 0
    {
      return writeSource(slot, value, lock) { _, _ in false }
    }
    if unsafe headers[slot.index].flags.isHeldAlone
      ? ownsTransaction
      : lock.flagWord & TreeFlags.transaction != 0
        && joinsTransaction(slot.index, size: PlainBytes.size(Value.self), isCompared: false)
    {
      exchange(slot, with: &value)
      lock.unlock()
      // The old value is released after the lock, because its `deinit` is the user's code.
      return withExtendedLifetime(value) {}
    }
    writeSlowPath(slot, value, lock, isEqual: nil)
  }

  /// Writes a slot, and notifies its observers unless the old and the new value are equal.
  ///
  /// Values are compared only for an observer, and outside the lock.
  ///
  /// - Complexity: O(1) plus a comparison and the observers; one lock pair without observers.
  @inlinable
  public func write<Value: Equatable>(_ slot: Slot<Value>, _ value: consuming Value) {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags.rawValue == 0, lock.flagWord & TreeFlags.slowsWrites == 0 {
      exchange(slot, with: &value)
      lock.unlock()
      return
    }
    if unsafe headers[slot.index].flags.isSubset(of: .watched),
      lock.flagWord & TreeFlags.queuesWrites == 0
    {
      return writeWatched(slot, value, lock) { $0 == $1 }
    }
    if unsafe headers[slot.index].flags == .derived,
      lock.flagWord & TreeFlags.slowsUnobservedWrites == 0
    {
      return writeSource(slot, value, lock) { $0 == $1 }
    }
    if unsafe headers[slot.index].flags.isHeldAlone
      ? ownsTransaction
      : lock.flagWord & TreeFlags.transaction != 0
        && joinsTransaction(slot.index, size: PlainBytes.size(Value.self), isCompared: true)
    {
      exchange(slot, with: &value)
      lock.unlock()
      return
    }
    writeSlowPath(slot, value, lock, isEqual: { $0 == $1 })
  }

  /// Writes a slot for its observers and for listeners to all changes, when no thread delivers: no queue, no box, two
  /// lock pairs in all.
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

  /// Whether the tree's open transaction is this thread's; called with the lock held.
  @usableFromInline
  var ownsTransaction: Bool {
    unsafe treeReference._withUnsafeGuaranteedRef { $0.transaction.owner == .current }
  }

  /// Writes a slot on the slow path.
  @usableFromInline
  func writeSlowPath<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ taken: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    if unsafe headers[slot.index].flags.isSubset(of: .watched),
      taken.flagWord & TreeFlags.queuesWrites == 0
    {
      return writeWatched(slot, value, taken) { isEqual?($0, $1) ?? false }
    }
    guard prepareWrite(slot.index, to: "write", taken) else { return }
    let tree = tree
    var value = value
    if tree.transaction.owner == .current {
      let size = PlainBytes.size(Value.self)
      if !joinsTransaction(slot.index, size: size, isCompared: isEqual != nil) {
        hold(slot, isEqual)
      }
      exchange(slot, with: &value)
      return tree.lock.unlock()
    }
    let waiters = takeWaiters(for: slot.index)
    // An equal number is no change at once, as on the fast path, and not a round that turns out to be empty.
    if let isEqual, PlainBytes.areNumber(Value.self),
      unsafe isEqual(pointer(to: slot).pointee, value)
    {
      // An equal number may have other bytes, such as a negative zero.
      exchange(slot, with: &value)
      tree.lock.unlock()
      for waiter in waiters { waiter.wake() }
      return
    }
    let changeLog = waiters.isEmpty ? tree.directChangeLog(of: self, slot.index) : nil
    if changeLog == nil, !tree.isHeard(self, slot.index) {
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
    if let changeLog { return tree.deliver(change, to: changeLog) }
    _ = tree.enqueue(change)
    tree.lock.unlock()
    for waiter in waiters { waiter.wake() }
    tree.deliver()
  }

  /// Waits until this thread may write a slot; called with the lock held.
  ///
  /// - Returns: Whether it may. The lock is then still held. Otherwise it is released and the misuse is reported.
  func prepareWrite(_ slot: Int, to action: String, _ taken: LockReference) -> Bool {
    var lock = taken
    var attempt = 0
    while true {
      let flags = unsafe headers[slot].flags
      if flags.contains(.rejected) {
        if openIfPutBack(&lock) { continue }
        let diagnostic: Diagnostic =
          phase == .frozen
          ? .frozenWrite(layout.place(of: slot))
          : .writeAfterEnd(
            layout.place(of: slot),
            byCancelled: Cause.cancelledTask,
            ofEndedTree: tree.root.isNone
          )
        let isOfLastHandler = phase == .sealed && LastHandlers.areRunning
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        noteRejectedWrite()
        for waiter in waiters { waiter.wake() }
        if !isOfLastHandler {
          reportAfterEnd(diagnostic, .write, at: layout.slots[slot].declaration)
        }
        return false
      }
      // The context was added again before the tasks of its former incarnation returned, or its work has been replaced
      // and has not returned. Those tasks are cancelled. To recognise each of them would cost every task, so another
      // task that is cancelled meanwhile is rejected as well.
      if flags.contains(.guarded), Task.isCancelled, !isCalledByEngine {
        let (diagnostic, access) = diagnosticOfCancelledWriter(to: slot)
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        noteRejectedWrite()
        for waiter in waiters { waiter.wake() }
        reportAfterEnd(diagnostic, access, at: layout.slots[slot].declaration)
        return false
      }
      let isOfAnother = flags.contains(.held) && tree.transaction.owner != .current
      if !isOfAnother, !flags.contains(.checkedOut) {
        guard flags.contains(.uninitialized) else { return true }
        lock.unlock()
        Diagnostic.uninitializedValue(layout.place(of: slot), phase).trap()
      }
      wait(forSlot: slot, isExclusive: true, to: action, attempt: &attempt, lock)
      lock = self.lock()
    }
  }

  /// Records in the thread's open transaction that a write here was rejected; called without the lock.
  func noteRejectedWrite() {
    let lock = lock()
    let tree = treeLeftBefore ?? tree
    lock.unlock()
    tree.noteRejectedWrite(by: self)
  }

  /// Retains the value from before the transaction's first write of a slot; called with the lock held by the owner of
  /// the transaction.
  func hold<Value>(_ slot: Slot<Value>, _ isEqual: ((Value, Value) -> Bool)?) {
    if unsafe headers[slot.index].flags.contains(.derived) {
      tree.touchDependents(of: self, slot.index)
    }
    guard unsafe !headers[slot.index].flags.contains(.held) else { return }
    markHeld(slot.index)
    acquireWaiters(for: slot.index)
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
