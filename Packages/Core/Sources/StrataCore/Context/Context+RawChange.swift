import StrataConcurrency
import Synchronization

// For owners of a slot whose type is known only at run time. With the type as a parameter, each access would look up
// dependent types, which takes many times as long as the access.
extension Context {
  /// Takes the lock that guards this context, to read a slot that no thread is changing.
  ///
  /// - Returns: The value's address, which is valid until `unlockMemory()`. Until then no code of the library's user
  ///   may run, and nothing of it may be released. The result is `nil`, without the lock, while a change or a
  ///   transaction owns the value.
  @_spi(Strata)
  @unsafe
  public func lockMemory(ofSlotAt index: Int) -> UnsafeRawPointer? {
    let lock = lock()
    guard unsafe headers[index].flags.isDisjoint(with: .unreadable) else {
      lock.unlock()
      return nil
    }
    return unsafe UnsafeRawPointer(address(ofSlotAt: index))
  }

  /// Ends the access that `lockMemory(ofSlotAt:)` began.
  @_spi(Strata)
  public func unlockMemory() {
    // The context keeps its lock as long as that lock is held.
    LockReference(unsafeBitPattern: guardLock.load(ordering: .relaxed)).unlock()
  }

  /// Begins a change in place of a slot without observers; the value must not consist of plain bytes alone.
  ///
  /// - Returns: The memory to change, until `endRawChange(ofSlotAt:)`. The result is `nil` if the value is checked out
  ///   or observed; then the change has to begin with the type.
  @_spi(Strata)
  @unsafe
  public func beginRawChange(ofSlotAt index: Int) -> UnsafeMutableRawPointer? {
    let lock = lock()
    defer { lock.unlock() }
    guard unsafe headers[index].flags.rawValue == 0,
      lock.flagWord & TreeFlags.slowsWrites == 0
    else { return nil }
    unsafe headers[index].flags = [.checkedOut, .uninitialized]
    unsafe headers[index].holder = ThreadIdentity.current.rawValue
    return unsafe address(ofSlotAt: index)
  }

  /// Ends a change in place.
  ///
  /// - Returns: Whether the change has ended. With a waiting thread or an observer it has to end with the type.
  @_spi(Strata)
  public func endRawChange(ofSlotAt index: Int) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    guard unsafe headers[index].flags == [.checkedOut, .uninitialized],
      lock.flagWord & TreeFlags.slowsWrites == 0
    else { return false }
    endHold(of: index, leaving: [])
    return true
  }
}

extension Context {
  /// Whether a thread changes a slot in place now.
  ///
  /// Without the lock. The result is `true` for a thread that has seen, by way of a lock, what the change has done
  /// elsewhere, until the change ends.
  @_spi(Strata)
  public func isBeingChanged(slotAt index: Int) -> Bool {
    unsafe headers[index].flagsWithoutLock.contains(.checkedOut)
  }

  /// Whether the calling thread changes a slot in place now.
  @_spi(Strata)
  public func isBeingChangedHere(slotAt index: Int) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return unsafe headers[index].flags.contains(.checkedOut)
      && headers[index].holder == ThreadIdentity.current.rawValue
  }

  /// Raises a count, and publishes what it belongs to before the notifications begin.
  ///
  /// As `transaction(_:thenPublishing:)` with one write, at the cost of a write. The count of a context that has left
  /// its tree has no observer, and is not raised.
  ///
  /// - Parameters:
  ///   - slot: The count.
  ///   - publish: Lets other threads read the owner's value; called once, outside the lock.
  @_spi(Strata)
  public func raise(_ slot: Slot<UInt64>, thenPublishing publish: () -> Void) {
    let lock = lock()
    let flags = unsafe headers[slot.index].flags
    guard !flags.contains(.rejected) else {
      lock.unlock()
      return publish()
    }
    let isUnheard = flags.rawValue == 0 && lock.flagWord & TreeFlags.slowsWrites == 0
    let isDirect =
      flags.isSubset(of: .watched) && lock.flagWord & TreeFlags.queuesWrites == 0
    guard isUnheard || isDirect else {
      lock.unlock()
      return transaction({ self[slot] &+= 1 }, thenPublishing: publish)
    }
    let old = unsafe pointer(to: slot).pointee
    var next = old &+ 1
    if isUnheard {
      exchange(slot, with: &next)
      lock.unlock()
      return publish()
    }
    let round = beginDelivery(of: slot.index)
    exchange(slot, with: &next)
    lock.unlock()
    publish()
    let new = old &+ 1
    unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafePointer(to: new) { unsafe deliver(round, slot.index, old, $0) }
    }
    endDelivery(of: round)
  }
}
