public import StrataConcurrency

extension Context {
  /// Writes a slot that derived values have read and nobody watches, when nothing waits in the tree.
  ///
  /// No box and no round, two lock pairs in all, unless a derived value is watched. Gives the lock back.
  @inlinable
  @inline(__always)
  func writeSource<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    guard markSource(slot.index) else { return writeToldSource(slot, new, lock, isEqual) }
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    settleSource(slot.index, isSignificant: !isEqual(old, new))
  }

  /// Marks what depends on a slot as stale; called with the lock held.
  ///
  /// - Returns: Whether nobody is to be told.
  @usableFromInline
  func markSource(_ slot: Int) -> Bool {
    guard let parts, slot < parts.edges.count else { return false }
    let tree = unsafe treeReference
    return unsafe tree._withUnsafeGuaranteedRef { tree in
      tree.lastVersion += 1
      tree.markedChanges = tree.mark(parts.edges[slot].list)
      guard tree.markedChanges.isEmpty, tree.lock.attention & Attention.derived == 0 else {
        return false
      }
      parts.edges[slot].unsettledChanges += 1
      return true
    }
  }

  /// Gives a slot its version after ``markSource(_:)``; called without the lock.
  @usableFromInline
  func settleSource(_ slot: Int, isSignificant: Bool) {
    let lock = lock()
    if let parts, slot < parts.edges.count, parts.edges[slot].unsettledChanges > 0 {
      parts.edges[slot].unsettledChanges -= 1
      if isSignificant { parts.edges[slot].version = tree.nextVersion() }
    }
    lock.unlock()
  }

  /// Writes a slot after ``markSource(_:)``, and queues a round for those who watch what depends on it.
  @usableFromInline
  func writeToldSource<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    _ isEqual: @escaping (Value, Value) -> Bool
  ) {
    let tree = tree
    let watched = tree.markedChanges
    tree.markedChanges = []
    var old = new
    exchange(slot, with: &old)
    let change = ValueChange(
      context: self,
      slot: slot.index,
      old: old,
      new: new,
      isEqual: isEqual
    )
    _ = tree.enqueue([change], derived: watched)
    lock.unlock()
    tree.deliver()
  }
}
