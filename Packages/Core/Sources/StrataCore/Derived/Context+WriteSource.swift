public import StrataConcurrency

extension Context {
  /// Writes a slot that derived values have read and nobody watches, when nothing waits in the tree.
  ///
  /// No box and no queue, two lock pairs in all, unless a derived value is watched. Gives the lock back.
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
    if case .foreign = marking { return writeToldSource(slot, new, lock, isEqual) }
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    settleSource(slot.index, isSignificant: !isEqual(old, new))
    if case .watched(let tree) = marking { unsafe deliverMarked(in: tree) }
  }

  /// Writes a number that derived values have read; nothing happens to them if it is the same.
  ///
  /// One lock pair, unless a derived value is watched.
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
    if case .foreign = marking { return writeToldSource(slot, new, lock, isEqual) }
    var old = new
    exchange(slot, with: &old)
    lock.unlock()
    if case .watched(let tree) = marking { unsafe deliverMarked(in: tree) }
  }

  /// Marks what depends on a slot as stale; called with the lock held.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - isSettled: Whether it is known that the value differs; otherwise call
  ///     ``settleSource(_:isSignificant:)``.
  /// - Returns: Who is concerned.
  @usableFromInline
  func markSource(_ slot: Int, isSettled: Bool) -> SourceMarking {
    guard let parts, slot < parts.edges.count else { return .foreign }
    let reference = unsafe treeReference
    return unsafe reference._withUnsafeGuaranteedRef { tree in
      tree.lastVersion += 1
      tree.noteSourceCommit()
      let edges = parts.edges[slot]
      let marks = tree.mark(edges.list)
      guard tree.lock.attention & Attention.derived == 0 else {
        tree.markedChanges = marks
        return .foreign
      }
      if isSettled { edges.version = tree.lastVersion } else { edges.unsettledChanges += 1 }
      guard !marks.isEmpty else { return .unwatched }
      tree.beginDelivery(of: marks)
      return unsafe .watched(reference.toOpaque())
    }
  }

  /// Tells those who watch what depends on a written slot, after ``markSource(_:isSettled:)``; called
  /// without the lock.
  ///
  /// - Parameter tree: Whose deliverer this thread is: this context may have joined another one meanwhile.
  @usableFromInline
  func deliverMarked(in tree: UnsafeRawPointer) {
    // SAFETY: a context keeps all trees that it has been in, and whoever writes holds the context.
    unsafe Unmanaged<Tree>.fromOpaque(tree)._withUnsafeGuaranteedRef { $0.deliverMarked() }
  }

  /// Gives a slot its version after ``markSource(_:isSettled:)``; called without the lock.
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
    let watched = tree.markedChanges.changes
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

/// Who is concerned by a write of what derived values have read.
@safe
@frozen
@usableFromInline
enum SourceMarking {
  /// Nobody is to be told.
  case unwatched
  // SAFETY: a context keeps all trees that it has been in.
  /// Someone watches: the deliverer's role of this tree is taken.
  case watched(UnsafeRawPointer)
  /// Derived values of other trees have to be told.
  case foreign
}

@available(*, unavailable)
extension SourceMarking: Sendable {}
