import StrataConcurrency

// The values that a context gives up when it has left its tree.

/// What a slot has given up.
struct ReleasedValue {
  let slot: Int
  let content: ReleasedContent
}

extension Context {
  /// Takes functions and contexts out of all slots; called with the lock held.
  ///
  /// - Parameter areSettled: Whether no value has been replaced since the tree compared it.
  /// - Returns: The values to release, by ``forgetUnmissed(_:incarnation:)``, after the lock.
  func releaseValues(areSettled: Bool) -> [ReleasedValue] {
    layout.releasableSlots.compactMap { slot in
      release(contentOfSlotAt: slot, isSettled: areSettled).map {
        ReleasedValue(slot: slot, content: $0)
      }
    }
  }

  /// Records which slots had nothing to release, so that they do not prevent another incarnation.
  ///
  /// Called without the lock, because the containers are user code.
  func forgetUnmissed(_ released: [ReleasedValue], incarnation: UInt32) {
    let unmissed = released.filter { released in
      let (slot, content) = (layout.slots[released.slot], released.content)
      return !content.isKnownMissed && !slot.operations.isMissed(content.value)
    }
    guard !unmissed.isEmpty else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .removed, (facets?.incarnation ?? 0) == incarnation else { return }
    for released in unmissed { unsafe headers[released.slot].flags.remove(.released) }
  }

  /// Takes functions and contexts out of a slot, unless a thread uses it or a history retains it; called with the lock
  /// held.
  ///
  /// A thread that uses it calls this again when it is done.
  ///
  /// - Returns: The value to release after the lock.
  func releaseValue(ofSlotAt slot: Int) -> Any? {
    release(contentOfSlotAt: slot, isSettled: false)?.value
  }

  private func release(contentOfSlotAt slot: Int, isSettled: Bool) -> ReleasedContent? {
    if layout.attachment != nil { return emptyAttachment().map { ReleasedContent(value: $0) } }
    guard unsafe headers[slot].flags.isDisjoint(with: [.uninitialized, .checkedOut, .held]),
      (facets?.keeperCount ?? 0) == 0,
      let content = unsafe layout.slots[slot].operations.release(
        address(ofSlotAt: slot),
        isSettled: isSettled
      )
    else { return nil }
    unsafe headers[slot].flags.formUnion(
      content.isUninitialized ? [.released, .uninitialized] : .released
    )
    return content
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
