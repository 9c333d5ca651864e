public import StrataConcurrency
public import Synchronization

extension Context {
  /// Reads a slot, and lets the tracking scope that this thread is in, if any, know.
  ///
  /// A value that another thread is changing in a transaction is read as it was before the
  /// transaction; one that another thread is changing in place is waited for, unless it consists of
  /// plain bytes, which are read as they were before. Who reads what the same thread is changing in
  /// place ends the program.
  ///
  /// - Complexity: O(1). Plain bytes, up to 32 of them (numbers, flags, dates, optionals of these), are
  ///   read without a lock, unless a tracking scope has to be told; all else costs one lock pair and a
  ///   copy.
  @inlinable
  public func read<Value>(_ slot: Slot<Value>) -> Value {
    checkType(slot)
    if PlainBytes.areOf(Value.self) {
      if !TrackingScope.isAnyOpen, let value = readWithoutLock(slot) { return value }
      return readPlainBytes(slot)
    }
    return readLocked(slot)
  }

  /// Reads a slot of plain bytes, when somebody may have to be told of it or the lock may be needed.
  @inlinable
  @inline(never)
  func readPlainBytes<Value>(_ slot: Slot<Value>) -> Value {
    if TrackingScope.knows(self, slot.index), let value = readWithoutLock(slot) { return value }
    return readLocked(slot)
  }

  /// Reads a slot of plain bytes, if nothing keeps it from being read in the usual way.
  ///
  /// A transaction marks the slot, then counts, then stores. So one that stored what is loaded here has
  /// either marked the slot before it is looked at, or counted in between; in both cases the lock is
  /// taken after all. Without transactions any value that the slot has had is one that it may show, if
  /// all its pieces are of the same: else the count was odd, or has changed.
  @inlinable
  @inline(__always)
  func readWithoutLock<Value>(_ slot: Slot<Value>) -> Value? {
    let count = unsafe storeCount.pointee.load(ordering: .acquiring)
    let flags = unsafe headers[slot.index].flagsWithoutLock
    guard flags.isDisjoint(with: .unreadableWithoutLock),
      PlainBytes.areWord(Value.self) || count & 1 == 0
    else { return nil }
    let value = unsafe PlainBytes.load(address(ofSlotAt: slot.index), as: Value.self)
    return unsafe storeCount.pointee.load(ordering: .relaxed) == count ? value : nil
  }

  @inlinable
  @inline(__always)
  func readLocked<Value>(_ slot: Slot<Value>) -> Value {
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
    while isToBeAwaited(slot.index) {
      waitForValue(ofSlotAt: slot.index, attempt: &attempt, lock)
      lock = self.lock()
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
    let value = visibleValue(of: slot)
    let late = noteLateRead(ofSlotAt: slot.index)
    lock.unlock()
    late?.report()
    return value
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
