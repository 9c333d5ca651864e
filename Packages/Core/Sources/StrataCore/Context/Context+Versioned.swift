public import StrataConcurrency
public import Synchronization

extension Context {
  /// Sets the value of a versioned slot, and raises the version in the same step.
  ///
  /// The slot's observers are notified, also of an equal value. Of two threads, the later one has the higher version.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - value: The new value.
  ///   - version: Receives the new version before any thread can read the new value.
  /// - Complexity: O(1) plus the observers; one lock pair without observers.
  @inlinable
  public func replace<Value>(
    _ slot: Slot<VersionedValue<Value>>,
    with value: consuming Value,
    publishing version: borrowing Atomic<UInt64>
  ) {
    checkType(slot)
    let lock = lock()
    let flags = unsafe headers[slot.index].flags
    if flags.rawValue == 0, lock.flagWord & TreeFlags.slowsWrites == 0 {
      let next = unsafe pointer(to: slot).pointee.version &+ 1
      version.store(next, ordering: .releasing)
      var former = VersionedValue(value, version: next)
      exchange(slot, with: &former)
      lock.unlock()
      // The old value is released after the lock, because its `deinit` is the user's code.
      return withExtendedLifetime(former) {}
    }
    if flags.isSubset(of: .watched), lock.flagWord & TreeFlags.queuesWrites == 0 {
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

// A change in place that notifies the owner of the slot before any other thread can change the slot again. It has two
// functions instead of one with a closure, because the caller is inside an accessor that yields.
extension Context {
  /// Begins a change in place of a versioned slot, which every other access to the slot waits for.
  ///
  /// - Returns: The memory to change, until `endChange(of:_:committing:)`.
  /// - Complexity: O(1); one lock pair.
  @unsafe
  @inlinable
  @inline(__always)
  public func beginChange<Value>(
    of slot: Slot<VersionedValue<Value>>
  ) -> UnsafeMutablePointer<VersionedValue<Value>> {
    unsafe checkOut(slot, keepsOld: false, isEqual: nil)
  }

  /// Begins a change in place of a versioned slot whose observers are not notified of equal values.
  ///
  /// - Returns: The memory to change, until `endChange(of:_:committing:)`.
  /// - Complexity: O(1); one lock pair.
  @unsafe
  @inlinable
  @inline(__always)
  public func beginChange<Value: Equatable>(
    of slot: Slot<VersionedValue<Value>>
  ) -> UnsafeMutablePointer<VersionedValue<Value>> {
    unsafe checkOut(slot, keepsOld: true, isEqual: { $0 == $1 })
  }

  /// Ends a change in place, and notifies the slot's observers.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - memory: The result of `beginChange(of:)`.
  ///   - commit: Called under the lock that guards the context, before other threads can change the slot. It must not
  ///     run or release anything of the library's user, and must not use a context.
  /// - Complexity: O(1) plus the observers; one lock pair without observers.
  @unsafe
  @inlinable
  @inline(__always)
  public func endChange<Value>(
    of slot: Slot<VersionedValue<Value>>,
    _ memory: UnsafeMutablePointer<VersionedValue<Value>>,
    committing commit: () -> Void = {}
  ) {
    let lock = lock()
    commit()
    unsafe checkIn(slot, memory, lock, isEqual: nil)
  }

  /// Ends a change in place, and notifies the slot's observers unless the values are equal.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - memory: The result of `beginChange(of:)`.
  ///   - commit: Called under the lock that guards the context, before other threads can change the slot. It must not
  ///     run or release anything of the library's user, and must not use a context.
  /// - Complexity: O(1) plus the observers; one lock pair without observers.
  @unsafe
  @inlinable
  @inline(__always)
  public func endChange<Value: Equatable>(
    of slot: Slot<VersionedValue<Value>>,
    _ memory: UnsafeMutablePointer<VersionedValue<Value>>,
    committing commit: () -> Void = {}
  ) {
    let lock = lock()
    commit()
    unsafe checkIn(slot, memory, lock, isEqual: { $0 == $1 })
  }

  /// Passes the memory of a slot to a closure under the lock that guards this context, without a copy and untracked.
  ///
  /// - Parameters:
  ///   - index: The slot's index in the layout.
  ///   - body: Called with the value's address. It must not run or release anything of the library's user, and must not
  ///     use a context.
  /// - Returns: The result of `body`; `nil` while a change or a transaction owns the value.
  @unsafe
  public func withMemory<Result>(
    ofSlotAt index: Int,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    let lock = lock()
    defer { lock.unlock() }
    guard unsafe headers[index].flags.isDisjoint(with: .unreadable) else { return nil }
    return unsafe body(UnsafeRawPointer(address(ofSlotAt: index)))
  }

  /// Runs a closure under the lock that guards this context, for data that its owner stores beside it.
  ///
  /// - Parameter body: Must not run or release anything of the library's user, and must not use a context.
  /// - Returns: The result of `body`.
  @inlinable
  public func withGuardLocked<Result>(_ body: () -> Result) -> Result {
    let lock = lock()
    defer { lock.unlock() }
    return body()
  }
}
