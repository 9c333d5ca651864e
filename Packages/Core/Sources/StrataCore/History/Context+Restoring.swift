import StrataConcurrency

// Previous values are written inside a transaction, as all others are, with two differences. A value that cannot be
// written is left out silently, because a history may refer to contexts that have ended. A value of a context that
// returns by the same transaction is stored before the context returns.

extension Context {
  /// Writes a container to a slot in a transaction, without continuing any life.
  ///
  /// The contexts of the value become the slot's own, even if one of them has the identity of a former one.
  package func assignExactly(_ slot: Int, _ container: any ContextContainer) {
    ContinuationByIdentity.suspend { _ = assign(slot, container) }
    let lock = lock()
    if phase.isLive { tree.heldChange(self, slot)?.isRestored = true }
    lock.unlock()
  }

  /// Keeps other threads from changing a structural slot until this thread's open transaction ends.
  ///
  /// What the transaction reads there, and below, is then still there when it writes.
  package func acquire(_ slot: Int) {
    guard isLive, let container = layout.slots[slot].containerOperations else { return }
    container.acquire(self, slot)
  }

  /// Restores a value in a plain slot, if this context is alive in the tree.
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

  /// Restores a value in a slot with contexts, if this context is alive in the tree.
  func restore<Value: ContextContainer>(
    container slot: Slot<Value>,
    to value: Value,
    in tree: Tree
  ) {
    guard prepareToRestore(slot.index, in: tree) else { return }
    hold(slot, ContainerSlot<Value>.areSame)
    tree.heldChange(self, slot.index)?.isRestored = true
    unsafe headers[slot.index].flags.formUnion([.checkedOut, .uninitialized])
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    tree.lock.unlock()
    var value = value
    let attachment = unsafe attachment(of: slot)
    unsafe swap(&attachment.pointee.value, &value)
    unsafe attachment.pointee.value.wasAssigned(&attachment.pointee.membership, over: value)
    checkInErased(slot.index)
  }

  /// Locks a slot for the transaction that restores its value, if this context is alive in the tree.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - tree: The tree.
  ///   - state: The state of the slot with the restored value.
  ///   - known: The state that the slot had after the change that is reverted, if that is known.
  ///   - isEqual: Compares values of the slot.
  ///   - isSame: Whether a value is the one that the slot had after that change; called without the lock, with the
  ///     current value, if the state is another one.
  /// - Returns: Whether the slot has that value. A slot that cannot be written is left out, with any value.
  func prepareToRestore<Value>(
    _ slot: Slot<Value>,
    in tree: Tree,
    state: UInt64?,
    from known: UInt64?,
    isEqual: ((Value, Value) -> Bool)?,
    isSame: (Value) -> Bool
  ) -> Bool {
    guard prepareToRestore(slot.index, in: tree) else { return true }
    hold(slot, isEqual)
    tree.heldChange(self, slot.index)?.restoredState = state
    let states = facets?.journaledStates ?? []
    let current = slot.index < states.count ? states[slot.index] : 0
    guard let known, current != known else {
      tree.lock.unlock()
      return true
    }
    let value = unsafe pointer(to: slot).pointee
    tree.lock.unlock()
    return isSame(value)
  }

  /// Waits until this thread, which has the tree's transaction open, may write a slot.
  ///
  /// - Returns: Whether it may. The tree's lock is held then.
  private func prepareToRestore(_ slot: Int, in tree: Tree) -> Bool {
    var attempt = 0
    while true {
      let lock = lock()
      let flags = unsafe headers[slot].flags
      guard phase.isLive, self.tree === tree, tree.transaction.owner == .current else {
        let waiters = takeWaiters(for: slot)
        lock.unlock()
        for waiter in waiters { waiter.wake() }
        // It may be in another tree by now, whose transactions have nothing to do with this.
        tree.noteRejectedWrite(by: self)
        return false
      }
      if flags.contains(.checkedOut) {
        wait(forSlot: slot, isExclusive: true, to: "restore", attempt: &attempt, lock)
        continue
      }
      guard !flags.contains(.uninitialized) else {
        lock.unlock()
        return false
      }
      return true
    }
  }

  /// Gives a slot of a context that has left a tree the value that it will have when it returns.
  ///
  /// - Returns: The former value; `nil` if the value cannot be replaced.
  func replaceBeforeReturn<Value>(_ slot: Slot<Value>, by value: Value, in tree: Tree) -> Value? {
    var value = value
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .sealed || phase == .removed, self.tree === tree,
      unsafe headers[slot.index].flags.isDisjoint(with: [
        .uninitialized, .checkedOut, .held, .released,
      ])
    else { return nil }
    // Not counted, unlike a transaction's store. The slot is not locked, so a reader that reads it now gets this value
    // under the lock as well.
    exchange(slot, with: &value)
    return value
  }
}
