public import StrataConcurrency

// A change in place checks the slot out: the caller's code runs on the value without the lock, and
// every other access to the same slot waits. Values of plain bytes are changed in a copy, so that
// other threads can still read the old value; others are changed where they are, so that a
// collection's buffer stays uniquely referenced.

extension Context {
  /// A slot's value, for reading, writing and changing in place.
  @inlinable
  public subscript<Value>(slot: Slot<Value>) -> Value {
    get { read(slot) }
    set { write(slot, newValue) }
    // What the accessor keeps across the yield has to fit the four words that its caller lends it;
    // otherwise the frame is allocated, which costs as much as both lock pairs. That is why the
    // check-out and the check-in are calls.
    _modify {
      if _isPOD(Value.self) {
        var value = checkOutCopy(slot)
        defer { checkIn(slot, value, isEqual: nil) }
        yield &value
      } else {
        let access = unsafe checkOutInPlace(slot, keepsOld: false, isEqual: nil)
        defer { unsafe checkIn(slot, access, isEqual: nil) }
        yield unsafe &access.pointer.pointee
      }
    }
  }

  /// A slot's value, for reading, writing and changing in place; equal values notify no one.
  @inlinable
  public subscript<Value: Equatable>(slot: Slot<Value>) -> Value {
    get { read(slot) }
    set { write(slot, newValue) }
    _modify {
      if _isPOD(Value.self) {
        var value = checkOutCopy(slot)
        defer { checkIn(slot, value, isEqual: { $0 == $1 }) }
        yield &value
      } else {
        let access = unsafe checkOutInPlace(
          slot,
          keepsOld: !(Value.self is any Collection.Type),
          isEqual: { $0 == $1 }
        )
        defer { unsafe checkIn(slot, access, isEqual: { $0 == $1 }) }
        yield unsafe &access.pointer.pointee
      }
    }
  }

  // MARK: Plain bytes

  @inlinable
  @inline(never)
  func checkOutCopy<Value>(_ slot: Slot<Value>) -> Value {
    checkType(slot)
    let lock = lock()
    let flags = unsafe headers[slot.index].flags
    if flags.isSubset(of: .watched), lock.attention & Attention.slowsWrites == 0 {
      unsafe headers[slot.index].flags = flags.union(.busy)
      unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
      let value = unsafe pointer(to: slot).pointee
      lock.unlock()
      return value
    }
    return checkOutCopyUnusual(slot, lock)
  }

  @usableFromInline
  func checkOutCopyUnusual<Value>(_ slot: Slot<Value>, _ lock: LockReference) -> Value {
    guard prepareWrite(slot.index, to: "change", lock) else {
      // Refused and reported: the caller changes a copy that goes nowhere.
      return peek(slot)
    }
    unsafe headers[slot.index].flags.insert(.busy)
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    let value = unsafe pointer(to: slot).pointee
    tree.lock.unlock()
    return value
  }

  @inlinable
  @inline(never)
  func checkIn<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    let lock = lock()
    if unsafe headers[slot.index].flags == .busy, lock.attention & Attention.slowsWrites == 0 {
      unsafe pointer(to: slot).pointee = value
      unsafe headers[slot.index].flags = []
      unsafe headers[slot.index].holder = 0
      lock.unlock()
      return
    }
    checkInUnusual(slot, value, isEqual, lock)
  }

  @usableFromInline
  func checkInUnusual<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    _ isEqual: ((Value, Value) -> Bool)?,
    _ lock: LockReference
  ) {
    let header = unsafe headers[slot.index]
    guard header.flags.contains(.busy), header.holder == ThreadIdentity.current.rawValue else {
      return lock.unlock()
    }
    let leftover = endCheckOut(slot.index)
    let waiters = takeWaiters(for: slot.index)
    if header.flags.contains(.refused) {
      // The context left its tree while the value was checked out.
      lock.unlock()
      withExtendedLifetime(leftover) {}
    } else {
      writeUnusual(slot, value, lock, isEqual: isEqual)
    }
    for waiter in waiters { waiter.wake() }
  }

  // MARK: Other values

  @inlinable
  @inline(never)
  func checkOutInPlace<Value>(
    _ slot: Slot<Value>,
    keepsOld: @autoclosure () -> Bool,
    isEqual: ((Value, Value) -> Bool)?
  ) -> InPlaceAccess<Value> {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags.rawValue == 0, lock.attention & Attention.slowsWrites == 0 {
      unsafe headers[slot.index].flags = [.busy, .absent]
      unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
      let access = unsafe InPlaceAccess(pointer: pointer(to: slot), old: nil)
      lock.unlock()
      return unsafe access
    }
    return unsafe checkOutInPlaceUnusual(
      slot,
      lock,
      keepsOld: keepsOld(),
      isEqual: isEqual
    )
  }

  @usableFromInline
  func checkOutInPlaceUnusual<Value>(
    _ slot: Slot<Value>,
    _ lock: LockReference,
    keepsOld: Bool,
    isEqual: ((Value, Value) -> Bool)?
  ) -> InPlaceAccess<Value> {
    guard prepareWrite(slot.index, to: "change", lock) else {
      let scratch = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      unsafe scratch.initialize(to: peek(slot))
      return unsafe InPlaceAccess(pointer: scratch, old: nil, isScratch: true)
    }
    if tree.transaction.owner == .current { hold(slot, isEqual) }
    let isHeld = unsafe headers[slot.index].flags.contains(.held)
    var old: Value?
    if keepsOld, !isHeld, tree.isHeard(self, slot.index) { old = unsafe pointer(to: slot).pointee }
    unsafe headers[slot.index].flags.formUnion([.busy, .absent])
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    tree.lock.unlock()
    return unsafe InPlaceAccess(pointer: pointer(to: slot), old: old)
  }

  @inlinable
  @inline(never)
  func checkIn<Value>(
    _ slot: Slot<Value>,
    _ access: InPlaceAccess<Value>,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    let lock = lock()
    if unsafe headers[slot.index].flags == [.busy, .absent],
      lock.attention & Attention.slowsWrites == 0
    {
      unsafe headers[slot.index].flags = []
      unsafe headers[slot.index].holder = 0
      lock.unlock()
      return
    }
    unsafe checkInUnusual(slot, access, isEqual, lock)
  }

  @usableFromInline
  func checkInUnusual<Value>(
    _ slot: Slot<Value>,
    _ access: InPlaceAccess<Value>,
    _ isEqual: ((Value, Value) -> Bool)?,
    _ lock: LockReference
  ) {
    guard unsafe !access.isScratch else {
      lock.unlock()
      unsafe access.pointer.deinitialize(count: 1)
      unsafe access.pointer.deallocate()
      return
    }
    let leftover = endCheckOut(slot.index)
    let tree = tree
    let waiters = takeWaiters(for: slot.index)
    let flags = unsafe headers[slot.index].flags
    let isHeard =
      !flags.contains(.refused) && !flags.contains(.held)
      && tree.isHeard(self, slot.index)
    if isHeard {
      let (old, new) = unsafe (access.old, pointer(to: slot).pointee)
      let change = ValueChange(
        context: self,
        slot: slot.index,
        old: old,
        new: new,
        isEqual: isEqual
      )
      _ = tree.enqueue([change])
    }
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime(leftover) {}
    if isHeard { tree.deliver() }
  }
}

/// A value that is being changed where it is.
@unsafe
@frozen
@usableFromInline
struct InPlaceAccess<Value> {
  /// The slot's memory, or memory of its own when the change is refused.
  @usableFromInline let pointer: UnsafeMutablePointer<Value>
  /// The value from before, if it is wanted.
  @usableFromInline let old: Value?
  @usableFromInline let isScratch: Bool

  @inlinable
  init(pointer: UnsafeMutablePointer<Value>, old: Value?, isScratch: Bool = false) {
    unsafe self.pointer = unsafe pointer
    unsafe self.old = old
    unsafe self.isScratch = isScratch
  }
}

@available(*, unavailable)
extension InPlaceAccess: Sendable {}
