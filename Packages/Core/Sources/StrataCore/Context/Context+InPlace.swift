public import StrataConcurrency

// A change in place checks the slot out. The caller's code runs on the value without the lock, and every other access
// to the slot waits. Values of plain bytes are changed in a copy beside the slot, so that other threads can still read
// the old value. Other values are changed where they are, so that a collection's buffer stays uniquely referenced.

extension Context {
  /// A slot's value, for reading, writing and changing in place.
  @inlinable
  public subscript<Value>(slot: Slot<Value>) -> Value {
    get { read(slot) }
    set { write(slot, newValue) }
    // One `yield` serves both kinds of values, because a second one would prevent inlining. Only an address is live
    // across it. The caller provides four words, and more would be allocated, which costs as much as both lock pairs.
    _modify {
      let memory = unsafe checkOut(slot, keepsOld: false, isEqual: nil)
      defer { unsafe checkIn(slot, memory, isEqual: nil) }
      yield unsafe &memory.pointee
    }
  }

  /// A slot's value, for reading, writing and changing in place; equal values notify no observer.
  @inlinable
  public subscript<Value: Equatable>(slot: Slot<Value>) -> Value {
    get { read(slot) }
    set { write(slot, newValue) }
    _modify {
      // To retain a collection means to copy it.
      let memory = unsafe checkOut(
        slot,
        keepsOld: !(Value.self is any Collection.Type),
        isEqual: { $0 == $1 }
      )
      defer { unsafe checkIn(slot, memory, isEqual: { $0 == $1 }) }
      yield unsafe &memory.pointee
    }
  }

  /// The memory in which a value of plain bytes is changed, while the slot itself stays readable.
  @inlinable
  @inline(__always)
  func copy<Value>(beside slot: Slot<Value>) -> UnsafeMutablePointer<Value> {
    unsafe pointer(to: slot) + 1
  }

  /// Checks a slot out.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - keepsOld: Whether observers of the change need the previous value. It is evaluated only with an observer.
  ///   - isEqual: The value's equality.
  /// - Returns: The memory to change: the slot's, the copy beside it, or, for a rejected change, memory of its own.
  @inlinable
  @inline(__always)
  func checkOut<Value>(
    _ slot: Slot<Value>,
    keepsOld: @autoclosure () -> Bool,
    isEqual: ((Value, Value) -> Bool)?
  ) -> UnsafeMutablePointer<Value> {
    checkType(slot)
    let lock = lock()
    let flags = unsafe headers[slot.index].flags
    if _isPOD(Value.self) {
      if flags.isSubset(of: .heard), lock.flagWord & TreeFlags.slowsCheckOuts == 0 {
        unsafe headers[slot.index].flags = flags.union(.checkedOut)
        unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
        unsafe copy(beside: slot).initialize(to: pointer(to: slot).pointee)
        lock.unlock()
        return unsafe copy(beside: slot)
      }
    } else if flags.rawValue == 0 || (flags == .watched && !keepsOld()),
      lock.flagWord & TreeFlags.slowsWrites == 0
    {
      unsafe headers[slot.index].flags = flags.union([.checkedOut, .uninitialized])
      unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
      lock.unlock()
      return unsafe pointer(to: slot)
    }
    return unsafe checkOutSlowPath(slot, lock, keepsOld: keepsOld(), isEqual: isEqual)
  }

  @usableFromInline
  func checkOutSlowPath<Value>(
    _ slot: Slot<Value>,
    _ lock: LockReference,
    keepsOld: Bool,
    isEqual: ((Value, Value) -> Bool)?
  ) -> UnsafeMutablePointer<Value> {
    guard prepareWrite(slot.index, to: "change", lock) else {
      // Rejected and reported: the caller changes a copy that is discarded.
      let scratch = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      unsafe scratch.initialize(to: peek(slot))
      return unsafe scratch
    }
    defer { tree.lock.unlock() }
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    acquireWaiters(for: slot.index)
    if _isPOD(Value.self) {
      unsafe headers[slot.index].flags.insert(.checkedOut)
      unsafe copy(beside: slot).initialize(to: pointer(to: slot).pointee)
      return unsafe copy(beside: slot)
    }
    if tree.transaction.owner == .current {
      hold(slot, isEqual)
    } else if keepsOld ? tree.isHeard(self, slot.index) : tree.keepsOldInPlace(self, slot.index) {
      let old = unsafe pointer(to: slot).pointee
      ensuredFacets.openChanges.append(
        ValueChange(context: self, slot: slot.index, old: old, isEqual: isEqual)
      )
    }
    unsafe headers[slot.index].flags.formUnion([.checkedOut, .uninitialized])
    return unsafe pointer(to: slot)
  }

  /// Ends a check-out.
  @inlinable
  @inline(__always)
  func checkIn<Value>(
    _ slot: Slot<Value>,
    _ memory: UnsafeMutablePointer<Value>,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    unsafe checkIn(slot, memory, lock(), isEqual: isEqual)
  }

  /// Ends a check-out; called with the lock held, which it releases.
  @inlinable
  @inline(__always)
  func checkIn<Value>(
    _ slot: Slot<Value>,
    _ memory: UnsafeMutablePointer<Value>,
    _ lock: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    if _isPOD(Value.self) {
      if unsafe headers[slot.index].flags == .checkedOut,
        lock.flagWord & TreeFlags.slowsWrites == 0,
        unsafe memory == copy(beside: slot)
      {
        var value = unsafe memory.pointee
        exchange(slot, with: &value)
        endHold(of: slot.index, leaving: [])
        return lock.unlock()
      }
      if unsafe headers[slot.index].flags.isSubset(of: [.checkedOut, .watched]),
        lock.flagWord & TreeFlags.queuesWrites == 0, unsafe memory == copy(beside: slot)
      {
        return unsafe checkInWatched(slot, memory.pointee, lock, isEqual: isEqual)
      }
      if unsafe headers[slot.index].flags == [.checkedOut, .derived],
        lock.flagWord & TreeFlags.slowsUnobservedWrites == 0, unsafe memory == copy(beside: slot)
      {
        return unsafe checkInSource(slot, memory.pointee, lock, isEqual: isEqual)
      }
    } else if unsafe headers[slot.index].flags == [.checkedOut, .uninitialized],
      lock.flagWord & TreeFlags.slowsWrites == 0, unsafe memory == pointer(to: slot)
    {
      endHold(of: slot.index, leaving: [])
      return lock.unlock()
    } else if unsafe headers[slot.index].flags == [.checkedOut, .uninitialized, .watched],
      lock.flagWord & TreeFlags.queuesWrites == 0, unsafe memory == pointer(to: slot),
      !hasOpenChange(of: slot.index)
    {
      return checkInHeard(slot, lock)
    }
    unsafe checkInSlowPath(slot, memory, lock, isEqual: isEqual)
  }

  /// Ends the ownership of a slot; called with the lock held.
  @inlinable
  @inline(__always)
  func endHold(of slot: Int, leaving flags: SlotFlags) {
    unsafe headers[slot].flags = flags
    unsafe headers[slot].holder = 0
  }

  @inlinable
  @inline(never)
  func checkInWatched<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ lock: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    unsafe endHold(of: slot.index, leaving: headers[slot.index].flags.subtracting(.checkedOut))
    writeWatched(slot, value, lock) { isEqual?($0, $1) ?? false }
  }

  /// Ends a check-out of a copy that only derived values depend on.
  @inlinable
  @inline(never)
  func checkInSource<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ lock: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    endHold(of: slot.index, leaving: .derived)
    writeSource(slot, value, lock) { isEqual?($0, $1) ?? false }
  }

  @usableFromInline
  func checkInSlowPath<Value>(
    _ slot: Slot<Value>,
    _ memory: UnsafeMutablePointer<Value>,
    _ lock: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    if unsafe _isPOD(Value.self) && memory == copy(beside: slot) {
      let value = unsafe memory.pointee
      return checkInCopy(slot, value, lock, isEqual: isEqual)
    }
    guard unsafe memory == pointer(to: slot) else {
      lock.unlock()
      unsafe memory.deinitialize(count: 1)
      return unsafe memory.deallocate()
    }
    let open = facets?.takeOpenChange(of: slot.index)
    let leftover = endCheckOut(slot.index)
    let tree = tree
    let waiters = takeWaiters(for: slot.index)
    let isHeard =
      unsafe headers[slot.index].flags.isDisjoint(with: [.rejected, .held])
      && tree.isHeard(self, slot.index)
    if isHeard {
      let change =
        open
        ?? ValueChange<Value>(context: self, slot: slot.index, isEqual: isEqual)
      change.captureNewValue()
      if waiters.isEmpty, let changeLog = tree.directChangeLog(of: self, slot.index) {
        tree.deliver(change, to: changeLog)
        return withExtendedLifetime((leftover, open)) {}
      }
      _ = tree.enqueue(change)
    }
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((leftover, open)) {}
    if isHeard { tree.deliver() }
  }

  /// Ends a check-out and delivers its change at once, without the queue and without a box.
  ///
  /// For an observed value whose previous value is not retained, when no thread delivers. Called with the lock held,
  /// which it releases.
  @inlinable
  @inline(never)
  func checkInHeard<Value>(_ slot: Slot<Value>, _ lock: LockReference) {
    endHold(of: slot.index, leaving: .watched)
    let round = beginDelivery(of: slot.index)
    let value = unsafe pointer(to: slot).pointee
    lock.unlock()
    unsafe withUnsafePointer(to: value) { unsafe deliver(round, slot.index, nil, $0) }
    endDelivery(of: round)
  }

  /// Whether the value from before a check-out was retained; called with the lock held.
  @usableFromInline
  func hasOpenChange(of slot: Int) -> Bool {
    guard let facets, !facets.openChanges.isEmpty else { return false }
    return facets.openChanges.contains { $0.slot == slot }
  }

  /// Ends a check-out of a copy; called with the lock held, which it releases.
  func checkInCopy<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ lock: LockReference,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    let leftover = endCheckOut(slot.index)
    guard unsafe headers[slot.index].flags.contains(.rejected) else {
      return writeSlowPath(slot, value, lock, isEqual: isEqual)
    }
    // The context left its tree while the value was checked out.
    let waiters = takeWaiters(for: slot.index)
    lock.unlock()
    noteRejectedWrite()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime(leftover) {}
  }
}
