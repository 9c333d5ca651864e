import StrataConcurrency

// The values that a context gives up when it has left its tree.

extension Context {
  /// Takes functions and contexts out of all slots; called with the lock held.
  ///
  /// - Returns: The values to release, by ``forgetUnmissed(_:incarnation:)``, after the lock.
  func releaseValues() -> [(slot: Int, value: Any)] {
    layout.releasableSlots.compactMap { slot in
      releaseValue(ofSlotAt: slot).map { (slot, $0) }
    }
  }

  /// Records which slots had nothing to release, so that they do not prevent another incarnation.
  ///
  /// Called without the lock, because the containers are user code.
  func forgetUnmissed(_ released: [(slot: Int, value: Any)], incarnation: UInt32) {
    let unmissed = released.filter { !layout.slots[$0.slot].operations.isMissed($0.value) }
    guard !unmissed.isEmpty else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .removed, (facets?.incarnation ?? 0) == incarnation else { return }
    for (slot, _) in unmissed { unsafe headers[slot].flags.remove(.released) }
  }

  /// Takes functions and contexts out of a slot, unless a thread uses it or a history retains it; called with the lock
  /// held.
  ///
  /// A thread that uses it calls this again when it is done.
  ///
  /// - Returns: The value to release after the lock.
  func releaseValue(ofSlotAt slot: Int) -> Any? {
    if layout.attachment != nil { return emptyAttachment() }
    guard unsafe headers[slot].flags.isDisjoint(with: [.uninitialized, .checkedOut, .held]),
      (facets?.keeperCount ?? 0) == 0,
      let (value, isUninitialized) = unsafe layout.slots[slot].operations.release(
        address(ofSlotAt: slot)
      )
    else { return nil }
    unsafe headers[slot].flags.formUnion(isUninitialized ? [.released, .uninitialized] : .released)
    return value
  }

  /// Takes the value out of this attachment, unless a thread uses it; called with the lock held.
  ///
  /// - Returns: The value to release after the lock.
  private func emptyAttachment() -> Any? {
    guard unsafe headers[0].flags.isDisjoint(with: [.uninitialized, .checkedOut, .held]) else {
      return nil
    }
    return unsafe layout.slots[0].operations.empty(address(ofSlotAt: 0))
  }

  /// Ends a check-out; called with the lock held.
  ///
  /// - Returns: The value to release after the lock, if the context left its tree meanwhile.
  func endCheckOut(_ slot: Int) -> Any? {
    unsafe headers[slot].flags.subtract([.checkedOut, .uninitialized, .announced])
    unsafe headers[slot].holder = 0
    guard unsafe headers[slot].flags.contains(.stale) else { return nil }
    return releaseValue(ofSlotAt: slot)
  }
}
