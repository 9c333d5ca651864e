import StrataConcurrency

// A change whose observers receive the new value before it is stored. Other threads read the old value from the
// beginning to the end of the change. The changing thread reads it while its `willSet` runs. Writes wait, and the end
// stores the successor of the value that the beginning returned, so no update is lost. The slot is checked out as in
// any change in place, so cycles of waiting threads are found and named.

extension Context {
  /// Begins a change of a slot of either kind, on a copy of its value.
  ///
  /// - Returns: The value, or `nil` where writes are rejected, which is reported.
  package func beginObservedChange<Value>(_ slot: Slot<Value>) -> Value? {
    checkType(slot)
    guard prepareWrite(slot.index, to: "change", lock()) else { return nil }
    unsafe headers[slot.index].flags.insert(.checkedOut)
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    acquireWaiters(for: slot.index)
    let value = unsafe pointer(to: slot).pointee
    tree.lock.unlock()
    return value
  }

  /// Lets this thread read the old value from now on, because the property's `willSet` is called.
  package func announceObservedChange(of slot: Int) {
    let lock = lock()
    unsafe headers[slot].flags.insert(.announced)
    lock.unlock()
  }

  /// Ends a change of a slot of plain values.
  ///
  /// - Returns: Whether the value is stored. It is not if the context has left its tree meanwhile.
  package func endObservedChange<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    isEqual: ((Value, Value) -> Bool)?
  ) -> Bool {
    let lock = lock()
    let isStored = unsafe !headers[slot.index].flags.contains(.rejected)
    checkInCopy(slot, value, lock, isEqual: isEqual)
    return isStored
  }

  /// The value of a slot that is not changed after all: neither tracked nor reported as a read.
  package func unobservedValue<Value>(_ slot: Slot<Value>) -> Value { peek(slot) }
}
