import StrataConcurrency

extension Context {
  /// Tells all who watch a slot that it has changed, although its value has not.
  ///
  /// Inside a transaction they are told at its end. Does nothing on a context that is in no tree, and
  /// while the slot is being changed in place, which tells them anyway.
  package func touch(_ slot: Int) {
    let lock = lock()
    let flags = unsafe headers[slot].flags
    guard phase.isLive, flags.isDisjoint(with: [.absent, .busy, .refused]) else {
      return lock.unlock()
    }
    let tree = tree
    if let held = flags.contains(.held) ? tree.log.change(self, slot) : nil {
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
      claimWaiters(for: slot)
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
