public import StrataConcurrency
public import Synchronization

extension Context {
  /// Reads a slot, and records the read in the tracking scope of this thread, if any.
  ///
  /// A slot that another thread's transaction has written returns its value from before the transaction. A read waits
  /// for another thread's change in place. Plain bytes do not wait, and return their value from before the change. A
  /// thread that reads the slot it is changing in place ends the program.
  ///
  /// - Complexity: O(1). Plain bytes, up to 32 of them (numbers, flags, dates, optionals of these), are read without a
  ///   lock, unless a tracking scope is open. Other reads cost one lock pair and a copy.
  @inlinable
  public func read<Value>(_ slot: Slot<Value>) -> Value {
    checkType(slot)
    if PlainBytes.areOf(Value.self) {
      if !TrackingScope.isAnyOpen, let value = readWithoutLock(slot) { return value }
      return readPlainBytes(slot)
    }
    return readLocked(slot)
  }

  /// Reads a slot of plain bytes when a tracking scope is open or the lock may be needed.
  @inlinable
  @inline(never)
  func readPlainBytes<Value>(_ slot: Slot<Value>) -> Value {
    if TrackingScope.knows(self, slot.index), let value = readWithoutLock(slot) { return value }
    return readLocked(slot)
  }

  /// Reads a slot of plain bytes, if nothing forces the slow path.
  ///
  /// A transaction sets the slot's flag, then counts, then stores. If the value loaded here is a transaction's, either
  /// the flag is found or the count differs. In both cases the lock is taken after all. Without transactions a reader
  /// may see any value that the slot has had, if the value is whole. A torn value is found because the count was odd or
  /// has changed.
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
      return readSlowPath(slot, lock)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
    let value = unsafe pointer(to: slot).pointee
    lock.unlock()
    return value
  }

  /// Reads a slot on the slow path.
  @usableFromInline
  func readSlowPath<Value>(_ slot: Slot<Value>, _ taken: LockReference) -> Value {
    var lock = taken
    var attempt = 0
    while isToBeAwaited(slot.index) {
      waitForValue(ofSlotAt: slot.index, attempt: &attempt, lock)
      lock = self.lock()
    }
    if unsafe headers[slot.index].flags.contains(.stale) { _ = openIfPutBack(&lock) }
    if TrackingScope.isAnyOpen { TrackingScope.note(self, slot.index) }
    let value = visibleValue(of: slot)
    let late = noteReadAfterEnd(ofSlotAt: slot.index)
    lock.unlock()
    late?.report()
    return value
  }

  /// The value for a change in place that is rejected and reported: neither tracked nor reported as a read.
  func peek<Value>(_ slot: Slot<Value>) -> Value {
    let lock = lock()
    guard unsafe headers[slot.index].flags.contains(.uninitialized) else {
      defer { lock.unlock() }
      return unsafe pointer(to: slot).pointee
    }
    return readSlowPath(slot, lock)
  }
}
