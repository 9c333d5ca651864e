import StrataConcurrency

extension Context {
  /// Ends a change of a slot whose values contain contexts.
  ///
  /// - Returns: Whether the value is stored. It is not if the context has left its tree meanwhile.
  package func endObservedChange<Value: ContextContainer>(
    container slot: Slot<Value>,
    _ value: Value,
    isEqual: ((Value, Value) -> Bool)?
  ) -> Bool {
    let lock = lock()
    if unsafe headers[slot.index].flags.contains(.rejected) {
      lock.unlock()
      noteRejectedWrite()
      checkInErased(slot.index)
      return false
    }
    keepBeforeChange(slot)
    unsafe headers[slot.index].flags.insert(.uninitialized)
    lock.unlock()
    var value = value
    let attachment = unsafe attachment(of: slot)
    unsafe swap(&attachment.pointee.value, &value)
    unsafe attachment.pointee.value.wasAssigned(&attachment.pointee.membership, over: value)
    // Compared while the slot is checked out, which is outside the lock.
    let isSame =
      unsafe Value.contents == .mixed && isEqual?(attachment.pointee.value, value) ?? false
    unsafe checkInContainer(slot, attachment, isEqual: isSame)
    return true
  }
}
