import StrataConcurrency

extension Context {
  /// Notifies the observers of a slot of a change, although its value has not changed.
  ///
  /// Inside a transaction they are notified at its end. The call has no effect on a context that is in no tree. It also
  /// has none while the slot is being changed in place, because the change notifies them anyway.
  package func touch(_ slot: Int) {
    let lock = lock()
    let flags = unsafe headers[slot].flags
    guard phase.isLive, flags.isDisjoint(with: [.uninitialized, .checkedOut, .rejected]) else {
      return lock.unlock()
    }
    let tree = tree
    if let held = flags.contains(.held) ? tree.heldChange(self, slot) : nil {
      if flags.contains(.derived), tree.transaction.owner == .current {
        tree.touchDependents(of: self, slot)
      }
      held.isForced = true
      return lock.unlock()
    }
    let change = layout.slots[slot].operations.makeForcedChange(self, slot: slot)
    if tree.transaction.owner == .current {
      if flags.contains(.derived) { tree.touchDependents(of: self, slot) }
      markHeld(slot)
      acquireWaiters(for: slot)
      tree.log.hold(change)
      return lock.unlock()
    }
    guard tree.isHeard(self, slot) else { return lock.unlock() }
    change.captureNewValue()
    _ = tree.enqueue([change])
    lock.unlock()
    tree.deliver()
  }
}
