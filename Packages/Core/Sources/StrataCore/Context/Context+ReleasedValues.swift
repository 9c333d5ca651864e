import StrataConcurrency

// The values that a context gives up when it has left its tree.

extension Context {
  /// Takes functions and contexts out of all slots; called with the lock held.
  ///
  /// - Returns: The values to release, by ``forgetUnmissed(_:life:)``, after the lock.
  func releaseValues() -> [(slot: Int, value: Any)] {
    layout.releasableSlots.compactMap { slot in
      releaseValue(ofSlotAt: slot).map { (slot, $0) }
    }
  }

  /// Records which slots had nothing to release, so that they do not prevent another incarnation.
  ///
  /// Called without the lock, because the containers are user code.
  func forgetUnmissed(_ released: [(slot: Int, value: Any)], life: UInt32) {
    let unmissed = released.filter { !layout.slots[$0.slot].operations.isMissed($0.value) }
    guard !unmissed.isEmpty else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .removed, (parts?.life ?? 0) == life else { return }
    for (slot, _) in unmissed { unsafe headers[slot].flags.remove(.released) }
  }

  /// Takes functions and contexts out of a slot, unless a thread uses it or a history retains it; called with the lock
  /// held.
  ///
  /// A thread that uses it calls this again when it is done.
  ///
  /// - Returns: The value to release after the lock.
  func releaseValue(ofSlotAt slot: Int) -> Any? {
    if layout.cell != nil { return emptyCell() }
    guard unsafe headers[slot].flags.isDisjoint(with: [.absent, .busy, .held]),
      (parts?.keeperCount ?? 0) == 0,
      let (value, isAbsent) = unsafe layout.slots[slot].operations.release(
        address(ofSlotAt: slot)
      )
    else { return nil }
    unsafe headers[slot].flags.formUnion(isAbsent ? [.released, .absent] : .released)
    return value
  }

  /// Takes the value out of this attachment, unless a thread uses it; called with the lock held.
  ///
  /// - Returns: The value to release after the lock.
  private func emptyCell() -> Any? {
    guard unsafe headers[0].flags.isDisjoint(with: [.absent, .busy, .held]) else { return nil }
    return unsafe layout.slots[0].operations.empty(address(ofSlotAt: 0))
  }

  /// Ends a check-out; called with the lock held.
  ///
  /// - Returns: The value to release after the lock, if the context left its tree meanwhile.
  func endCheckOut(_ slot: Int) -> Any? {
    unsafe headers[slot].flags.subtract([.busy, .absent, .announced])
    unsafe headers[slot].holder = 0
    guard unsafe headers[slot].flags.contains(.stale) else { return nil }
    return releaseValue(ofSlotAt: slot)
  }
}
