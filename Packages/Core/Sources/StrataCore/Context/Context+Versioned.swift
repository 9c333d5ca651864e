public import StrataConcurrency
public import Synchronization

extension Context {
  /// Sets the value of a versioned slot, and raises the version in the same step.
  ///
  /// Everyone who watches the slot is told, equal or not. Of two threads the one that sets later has
  /// the higher version.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - value: The new value.
  ///   - version: Is given the new version before any thread can read the new value.
  /// - Complexity: O(1) plus the watchers; one lock pair when nobody watches.
  @inlinable
  public func replace<Value>(
    _ slot: Slot<VersionedValue<Value>>,
    with value: consuming Value,
    publishing version: borrowing Atomic<UInt64>
  ) {
    checkType(slot)
    let lock = lock()
    let flags = unsafe headers[slot.index].flags
    if flags.rawValue == 0, lock.attention & Attention.slowsWrites == 0 {
      let next = unsafe pointer(to: slot).pointee.version &+ 1
      version.store(next, ordering: .releasing)
      var former = VersionedValue(value, version: next)
      exchange(slot, with: &former)
      lock.unlock()
      // The old value must not go before the lock does: its `deinit` is the user's code.
      return withExtendedLifetime(former) {}
    }
    if flags == .watched, lock.attention & Attention.queuesWrites == 0 {
      let next = unsafe pointer(to: slot).pointee.version &+ 1
      version.store(next, ordering: .releasing)
      return writeWatched(slot, VersionedValue(value, version: next), lock) { _, _ in false }
    }
    lock.unlock()
    let former = self[slot].set(value, publishing: version)
    withExtendedLifetime(former) {}
  }
}

extension VersionedValue {
  /// Sets the value and raises the version.
  ///
  /// - Returns: The value before, to be released outside.
  @inlinable
  mutating func set(
    _ value: consuming Value,
    publishing version: borrowing Atomic<UInt64>
  ) -> Value {
    self.version &+= 1
    version.store(self.version, ordering: .releasing)
    swap(&self.value, &value)
    return value
  }
}
