import StrataConcurrency

extension Context {
  /// Prepares a context that has left to join again, if a transaction has put it back; called without the lock.
  ///
  /// - Parameter written: The structural slots that this thread's open transaction has written.
  /// - Returns: Whether the context accepts reads and writes now.
  func join(withOneOf written: [SlotRead]) -> Bool {
    guard isBelow(written), prepareToJoin({ _ in }) else { return false }
    let lock = lock()
    acceptWritesAgain()
    lock.unlock()
    return true
  }

  /// Whether one of some slots contains this context, or a context above it that is not alive.
  private func isBelow(_ written: [SlotRead]) -> Bool {
    var remaining = written
    var known: Set<ObjectIdentifier> = []
    while let next = remaining.popLast() {
      for child in next.context.contexts(inSlot: next.slot) {
        if child === self { return true }
        guard !child.isLive, known.insert(ObjectIdentifier(child)).inserted else { continue }
        remaining += child.layout.structuralSlots.map { SlotRead(context: child, slot: $0) }
      }
    }
    return false
  }

  /// The contexts of the value in a structural slot; none while a thread changes it.
  private func contexts(inSlot slot: Int) -> [Context] {
    let lock = lock()
    let flags = unsafe headers[slot].flags
    let container = layout.slots[slot].containerOperations
    let value =
      flags.isDisjoint(with: [.uninitialized, .checkedOut])
      ? unsafe container?.value(address(ofSlotAt: slot)) : nil
    lock.unlock()
    guard let value, let container else { return [] }
    return container.contexts(of: value)
  }
}
