public import StrataConcurrency
import Synchronization

extension Context {
  /// Reads a consistent snapshot of several slots, with one lock pair for all.
  ///
  /// No write of another thread falls between them, as it may between separate reads. Each read is tracked and waits as
  /// ``read(_:)`` does. A slot that another thread's transaction has written returns its previous value.
  ///
  /// ```swift
  /// let (name, range) = context.readTogether(Item.name, Item.range)
  /// ```
  ///
  /// - Returns: The values, in the order of the slots.
  /// - Complexity: O(number of slots); one lock pair and the copies.
  @inlinable
  public func readTogether<each Value>(_ slots: repeat Slot<each Value>) -> (repeat each Value) {
    repeat checkType(each slots)
    let lock = lock()
    var isReadable = true
    for slot in repeat each slots {
      isReadable =
        unsafe isReadable && headers[slot.index].flags.isDisjoint(with: .unreadable)
    }
    guard isReadable else { return readTogetherSlowPath(repeat each slots, after: lock) }
    if TrackingScope.isAnyOpen {
      for slot in repeat each slots { TrackingScope.note(self, slot.index) }
    }
    let values = unsafe (repeat pointer(to: each slots).pointee)
    lock.unlock()
    return values
  }

  /// Reads several slots when at least one needs the slow path.
  @usableFromInline
  func readTogetherSlowPath<each Value>(
    _ slots: repeat Slot<each Value>,
    after taken: LockReference
  ) -> (repeat each Value) {
    var lock = taken
    var attempt = 0
    while true {
      var awaited: Int?
      for slot in repeat each slots {
        if isToBeAwaited(slot.index) { awaited = slot.index }
      }
      guard let slot = awaited else { break }
      waitForValue(ofSlotAt: slot, attempt: &attempt, lock)
      lock = self.lock()
    }
    var late: Diagnostic?
    for slot in repeat each slots {
      if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
      if let diagnostic = noteReadAfterEnd(ofSlotAt: slot.index) { late = diagnostic }
    }
    let values = (repeat visibleValue(of: each slots))
    lock.unlock()
    late?.report()
    return values
  }

  // MARK: Slots that cannot be read in the usual way; all called with the lock held

  /// Whether a slot has no value yet that this thread may read.
  func isToBeAwaited(_ slot: Int) -> Bool {
    let flags = unsafe headers[slot].flags
    if isHeldByOthers(slot), tree.hasBefore(self, slot) { return false }
    if flags.contains(.joining) { return !isHeldBack(slot) }
    if flags.contains(.uninitialized) { return true }
    // Plain bytes stay readable, except to the thread that changes them.
    return unsafe flags.contains(.checkedOut) && !flags.contains(.announced)
      && headers[slot].holder == LogicalThread.current.rawValue
  }

  /// Waits until a slot may have a value, and releases the lock; ends the program if it never will have one.
  func waitForValue(ofSlotAt slot: Int, attempt: inout Int, _ lock: LockReference) {
    guard unsafe headers[slot].flags.contains(.checkedOut) else {
      let phase = phase
      lock.unlock()
      Diagnostic.uninitializedValue(layout.place(of: slot), phase).trap()
    }
    wait(forSlot: slot, to: "read", attempt: &attempt, lock)
  }

  /// The value of a slot without a wait, as this thread may see it.
  func visibleValue<Value>(of slot: Slot<Value>) -> Value {
    if isHeldByOthers(slot.index), let before: Value = tree.before(self, slot.index) {
      return before
    }
    return unsafe pointer(to: slot).pointee
  }

  /// The report of the first read of a context that has left its tree, to be made without the lock.
  func noteReadAfterEnd(ofSlotAt slot: Int) -> Diagnostic? {
    guard unsafe headers[slot].flags.contains(.stale), !isHeldByOthers(slot),
      !TrackingScope.isSuperseded(guardLock.load(ordering: .relaxed)), !isRemovedUnderCallback,
      noteAccessAfterEnd(.read)
    else { return nil }
    return Diagnostic.readAfterEnd(layout.place(of: slot), ofEndedTree: tree.root.isNone)
      .at(layout.slots[slot].declaration)
  }

  /// Whether another thread has written a slot in a transaction that is still open.
  func isHeldByOthers(_ slot: Int) -> Bool {
    unsafe headers[slot].flags.contains(.held) && tree.transaction.owner != LogicalThread.current
  }
}
