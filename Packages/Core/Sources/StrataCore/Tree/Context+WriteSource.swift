public import StrataConcurrency

extension Context {
  /// Writes a slot that only derived values depend on, when nothing waits in the tree.
  ///
  /// No box and no queue, two lock pairs in all, unless a derived value has an observer. Releases the lock.
  @inlinable
  @inline(__always)
  func writeSource<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    // The standard library's own comparison is no code of the program, and may run under the lock.
    if PlainBytes.areNumber(Value.self) {
      let isSignificant = unsafe !isEqual(pointer(to: slot).pointee, new)
      return writeNumber(slot, new, lock, isSignificant: isSignificant, isEqual: isEqual)
    }
    let marking = markSource(slot.index, isSettled: false)
    if case .ofOtherTree = marking { return writeNotifiedSource(slot, new, lock, isEqual) }
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    settleSource(slot.index, isSignificant: !isEqual(old, new))
    if case .watched(let tree) = marking { unsafe deliverMarked(in: tree) }
  }

  /// Writes a number that only derived values depend on; an equal number does not affect them.
  ///
  /// One lock pair, unless a derived value has an observer.
  @inlinable
  @inline(__always)
  func writeNumber<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    isSignificant: Bool,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    let marking = isSignificant ? markSource(slot.index, isSettled: true) : .unwatched
    if case .ofOtherTree = marking { return writeNotifiedSource(slot, new, lock, isEqual) }
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    if case .watched(let tree) = marking { unsafe deliverMarked(in: tree) }
  }

  /// Flags the dependents of a slot as dirty; called with the lock held.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - isSettled: Whether the value is known to differ; otherwise call ``settleSource(_:isSignificant:)``.
  /// - Returns: The further work.
  @usableFromInline
  func markSource(_ slot: Int, isSettled: Bool) -> SourceMarking {
    guard let facets, slot < facets.edges.count else { return .ofOtherTree }
    let reference = unsafe treeReference
    return unsafe reference._withUnsafeGuaranteedRef { tree in
      tree.lastVersion += 1
      tree.noteSourceCommit()
      let edges = facets.edges[slot]
      let marks = edges.mark(in: tree)
      guard tree.lock.flagWord & TreeFlags.derived == 0 else {
        tree.markedChanges = marks
        return .ofOtherTree
      }
      if isSettled { edges.version = tree.lastVersion } else { edges.unsettledChanges += 1 }
      guard !marks.isEmpty else { return .unwatched }
      tree.beginDelivery(of: marks)
      return unsafe .watched(reference.toOpaque())
    }
  }

  /// Notifies the observers of a written slot's dependents, after ``markSource(_:isSettled:)``; called without the
  /// lock.
  ///
  /// - Parameter tree: The tree that this thread delivers for; this context may have joined another one meanwhile.
  @usableFromInline
  func deliverMarked(in tree: UnsafeRawPointer) {
    // SAFETY: a context retains all trees that it has been in, and the writer retains the context.
    unsafe Unmanaged<Tree>.fromOpaque(tree)._withUnsafeGuaranteedRef { $0.deliverMarked() }
  }

  /// Sets a slot's version after ``markSource(_:isSettled:)``; called without the lock.
  @usableFromInline
  func settleSource(_ slot: Int, isSignificant: Bool) {
    let lock = lock()
    if let facets, slot < facets.edges.count, facets.edges[slot].unsettledChanges > 0 {
      facets.edges[slot].unsettledChanges -= 1
      if isSignificant { facets.edges[slot].version = tree.nextVersion() }
    }
    lock.unlock()
  }

  /// Writes a slot on the slow path, and queues a round for the observers of its dependents.
  @usableFromInline
  func writeNotifiedSource<Value>(
    _ slot: Slot<Value>,
    _ new: Value,
    _ lock: LockReference,
    _ isEqual: @escaping (Value, Value) -> Bool
  ) {
    let tree = tree
    let watched = tree.markedChanges
    tree.markedChanges = WatchedMarks()
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

/// The further work after a write of a slot with dependents.
@safe
@frozen
@usableFromInline
enum SourceMarking {
  /// There is no observer.
  case unwatched
  // SAFETY: a context retains all trees that it has been in.
  /// There are observers, and this thread is the delivery owner of this tree.
  case watched(UnsafeRawPointer)
  /// Derived values of other trees depend on the slot.
  case ofOtherTree
}

@available(*, unavailable)
extension SourceMarking: Sendable {}
