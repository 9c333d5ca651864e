import StrataConcurrency

// Values from before are written inside a transaction, as any others are, with two differences: what
// cannot be written is left out without a word, for a history may know of what is gone; and a value of
// a context that comes back by the same transaction is put in place before it does.

extension Context {
  /// Gives a slot of plain values a value from before, if this context lives in the tree.
  func restore<Value>(
    _ slot: Slot<Value>,
    to value: Value,
    in tree: Tree,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    guard prepareToRestore(slot.index, in: tree) else { return }
    hold(slot, isEqual)
    var value = value
    exchange(slot, with: &value)
    tree.lock.unlock()
    withExtendedLifetime(value) {}
  }

  /// Gives a slot with contexts a value from before, if this context lives in the tree.
  func restore<Value: ContextContainer>(
    container slot: Slot<Value>,
    to value: Value,
    in tree: Tree
  ) {
    guard prepareToRestore(slot.index, in: tree) else { return }
    hold(slot, nil)
    tree.log.change(self, slot.index)?.isRestored = true
    unsafe headers[slot.index].flags.formUnion([.busy, .absent])
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    tree.lock.unlock()
    var value = value
    let cell = unsafe cell(of: slot)
    unsafe swap(&cell.pointee.value, &value)
    unsafe cell.pointee.value.wasAssigned(&cell.pointee.roster)
    checkInErased(slot.index)
  }

  /// Keeps other threads from changing a slot until the transaction ends in which a value from before is
  /// written to it, if this context lives in the tree.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - tree: The tree.
  ///   - state: The state to which that value leads the slot back.
  ///   - isEqual: Compares values of the slot.
  /// - Returns: What the slot has now; `nil` if it cannot be written.
  func prepareToRestore<Value>(
    _ slot: Slot<Value>,
    in tree: Tree,
    state: UInt64?,
    isEqual: ((Value, Value) -> Bool)?
  ) -> (value: Value, state: UInt64)? {
    guard prepareToRestore(slot.index, in: tree) else { return nil }
    hold(slot, isEqual)
    tree.log.change(self, slot.index)?.restoredState = state
    let states = parts?.journaledStates ?? []
    let known = slot.index < states.count ? states[slot.index] : 0
    let value = unsafe pointer(to: slot).pointee
    tree.lock.unlock()
    return (value, known)
  }

  /// Waits until this thread, which has the tree's transaction open, may write a slot.
  ///
  /// - Returns: Whether it may; then the tree's lock is held.
  private func prepareToRestore(_ slot: Int, in tree: Tree) -> Bool {
    var attempt = 0
    while true {
      let lock = lock()
      let flags = unsafe headers[slot].flags
      guard phase.isLive, self.tree === tree, tree.transaction.owner == .current else {
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        for waiter in waiters { waiter.wake() }
        return false
      }
      if flags.contains(.busy) {
        wait(forSlot: slot, isExclusive: true, to: "restore", attempt: &attempt, lock)
        continue
      }
      guard !flags.contains(.absent) else {
        lock.unlock()
        return false
      }
      return true
    }
  }

  /// Gives a slot of a context that has left a tree a value, which it has when it comes back.
  ///
  /// - Returns: The former value; `nil` if the value cannot be replaced.
  func replaceBeforeReturn<Value>(_ slot: Slot<Value>, by value: Value, in tree: Tree) -> Value? {
    var value = value
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .sealed || phase == .removed, self.tree === tree,
      unsafe headers[slot.index].flags.isDisjoint(with: [.absent, .busy, .held, .released])
    else { return nil }
    // Not counted, unlike a transaction's store: the slot is not held, so who reads it now gets this value
    // under the lock as well.
    exchange(slot, with: &value)
    return value
  }
}

extension Context {
  /// Lets this context hold on to what it has after its end; called with the lock held.
  func beginKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    ensuredParts.keeperCount += 1
  }

  /// Lets go of what this context has kept after its end, if nobody else wants it; called without the
  /// lock.
  func endKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    var released: [(slot: Int, value: Any)] = []
    let lock = lock()
    let life = parts?.life ?? 0
    if let parts {
      parts.keeperCount -= 1
      if parts.keeperCount == 0, phase == .removed { released = releaseValues() }
    }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, life: life) }
  }
}
