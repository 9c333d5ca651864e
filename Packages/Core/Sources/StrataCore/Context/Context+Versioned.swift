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

// A change in place whose end is told to the owner of the slot before any other thread can change the slot
// again. Two functions and not one that takes the change: who changes is inside an accessor that yields.
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

  /// Begins a change in place of a versioned slot, of which equal values are told to no one.
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

  /// Ends a change in place; everyone who watches the slot is told.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - memory: What `beginChange(of:)` gave.
  ///   - commit: Called while the lock that guards the context is held, before other threads can change the
  ///     slot: must neither run nor release anything of the library's user, nor use a context.
  /// - Complexity: O(1) plus the watchers; one lock pair when nobody watches.
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

  /// Ends a change in place; everyone who watches the slot is told, unless the values are equal.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - memory: What `beginChange(of:)` gave.
  ///   - commit: Called while the lock that guards the context is held, before other threads can change the
  ///     slot: must neither run nor release anything of the library's user, nor use a context.
  /// - Complexity: O(1) plus the watchers; one lock pair when nobody watches.
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

  /// Looks at the memory of a slot while the lock that guards this context is held: no copy is made, and no
  /// tracking scope is told.
  ///
  /// - Parameters:
  ///   - index: The slot's place in the layout.
  ///   - body: Called with where the value is. Must neither run nor release anything of the library's user,
  ///     nor use a context.
  /// - Returns: What `body` returns; `nil` if a change or a transaction has the value at this moment.
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

  /// Runs a closure while the lock that guards this context is held, for what its owner keeps beside it.
  ///
  /// - Parameter body: Must neither run nor release anything of the library's user, nor use a context.
  /// - Returns: What `body` returns.
  @inlinable
  public func withGuardLocked<Result>(_ body: () -> Result) -> Result {
    let lock = lock()
    defer { lock.unlock() }
    return body()
  }
}
