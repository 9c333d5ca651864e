import StrataConcurrency
import Synchronization

// The effects of commits on the derived values that depend on them. All of it runs with the tree's lock held, and
// without recursion.

extension Tree {
  /// Flags derived values and their dependents as dirty.
  ///
  /// It stops at dirty values, because their dependents are dirty as well. The evaluations since the last write have
  /// therefore paid for the cost of a write.
  ///
  /// - Returns: The values with an observer that were not dirty.
  func mark(_ list: borrowing DependentList) -> WatchedMarks {
    var marking = Marking(self, writer: LogicalThread.current)
    marking.add(list)
    return marking.finish()
  }

  /// Flags derived values and their dependents as dirty.
  private func mark(_ cells: [DerivedCell], writer: ThreadIdentity?) -> WatchedMarks {
    var marking = Marking(self, writer: writer)
    for cell in cells { unsafe marking.add(.passUnretained(cell)) }
    return withExtendedLifetime(cells) { marking.finish() }
  }

  /// Flags derived values as dirty, outside a commit, and queues a round for their observers.
  ///
  /// - Parameters:
  ///   - cells: The nodes.
  ///   - writer: The thread that has changed the sources; `nil` if it was another one than the current one.
  func enqueueMarks(of cells: [DerivedCell], writer: ThreadIdentity? = LogicalThread.current) {
    noteSourceCommit()
    let marks = mark(cells, writer: writer)
    if !marks.isEmpty { _ = enqueue([], derived: marks, isCaused: false) }
  }

  /// Notifies the observers of a derived value that is dirty although no thread has written meanwhile.
  func enqueueChange(of cell: DerivedCell) {
    guard cell.isWatched, !cell.isEnded else { return }
    enqueueChange(of: cell, since: cell.version)
  }

  /// Queues a round for the observers of a derived value that know a version of it.
  func enqueueChange(of cell: DerivedCell, since version: UInt64) {
    cell.forgetReads()
    var marks = WatchedMarks()
    marks.append(cell, since: version)
    _ = enqueue([], derived: marks, isCaused: false)
  }

  // MARK: Transactions

  /// Postpones the notification of a derived value's observers to the end of another thread's open transaction.
  ///
  /// Until then each round would have the same result, because the value depends on slots that the transaction has
  /// touched.
  ///
  /// - Returns: Whether such a transaction is open; otherwise nothing is done.
  func postponeChange(of cell: DerivedCell) -> Bool {
    guard let owner = transaction.owner, owner != .current else { return false }
    guard cell.isWatched else { return true }
    cell.forgetReads()
    postponedMarks.append(cell, since: cell.version)
    return true
  }

  /// Flags derived values and their dependents as dirty for the owner of the open transaction.
  ///
  /// They retain their state for the other threads.
  func touch(_ list: borrowing DependentList) {
    var touching = Touching(self)
    touching.add(list)
    touching.finish()
  }
}

/// Retains the state of derived values before the open transaction writes a source, and flags them as dirty.
///
/// It handles one after the other, with the lock of their tree held.
///
/// Linked to one another as in ``Marking``.
@safe
private struct Touching: ~Copyable {
  private let tree: Tree
  private let thread = ThreadIdentity.current
  // SAFETY: the lists of dependents retain them.
  private var first: Unmanaged<DerivedCell>?

  init(_ tree: Tree) {
    self.tree = tree
    unsafe first = nil
  }

  mutating func add(_ list: borrowing DependentList) {
    unsafe list.forEachUncounted { reference in
      unsafe reference._withUnsafeGuaranteedRef { cell in
        // Other trees see the committed values.
        guard cell.lock == tree.lock, !cell.isStale else { return }
        cell.touch(by: thread)
        cell.isStale = true
        cell.nextMarked = unsafe first
        unsafe first = unsafe reference
      }
    }
  }

  mutating func finish() {
    while let cell = unsafe first {
      unsafe cell._withUnsafeGuaranteedRef { cell in
        unsafe first = cell.nextMarked
        add(cell.dependents)
      }
    }
  }
}

/// Flags derived values as dirty, one after the other, with the lock of their tree held.
///
/// The values whose dependents are still to be flagged are linked to one another. Each is on the list once, because it
/// is flagged when it is added. The lists of dependents retain them.
@safe
private struct Marking: ~Copyable {
  private let tree: Tree
  // SAFETY: see above.
  private var first: Unmanaged<DerivedCell>?
  private var watched: WatchedMarks
  /// The thread that has changed a source.
  private let writer: ThreadIdentity?

  init(_ tree: Tree, _ watched: WatchedMarks = WatchedMarks(), writer: ThreadIdentity?) {
    self.tree = tree
    self.watched = watched
    self.writer = writer
    unsafe first = nil
  }

  mutating func add(_ list: borrowing DependentList) {
    unsafe list.forEachUncounted { unsafe add($0) }
  }

  // SAFETY: the caller, or the list of dependents that contains it, retains the node.
  mutating func add(_ reference: Unmanaged<DerivedCell>) {
    unsafe reference._withUnsafeGuaranteedRef { cell in
      guard cell.lock == tree.lock else {
        tree.foreignDependents.append(ForeignDependent(node: cell, writer: writer))
        tree.lock.attention |= Attention.derived
        return
      }
      if cell.isStale, cell.before?.isStale ?? true {
        if cell.owesTelling { unsafe addOwed(reference) }
        return
      }
      // The owner of the run first, because the rest of the run belongs to that thread.
      if cell.condition.contains(.claimed), cell.runner == writer, cell.run.isOpen {
        cell.run.noteWrittenSource()
      }
      cell.isStale = true
      // So that none is added twice.
      cell.owesTelling = false
      cell.forgetReads()
      if cell.condition.contains(.divided) {
        cell.before?.isStale = true
      } else if cell.isWatched {
        // Observers of a value that a transaction has touched are notified when that ends.
        watched.append(cell, since: cell.version)
      }
      cell.nextMarked = unsafe first
      unsafe first = unsafe reference
    }
  }

  // SAFETY: as in `add`.
  /// Adds a dirty value that may now be stored.
  private mutating func addOwed(_ reference: Unmanaged<DerivedCell>) {
    unsafe reference._withUnsafeGuaranteedRef { cell in
      cell.owesTelling = false
      if cell.isWatched { watched.append(cell, since: cell.version) }
      cell.nextMarked = unsafe first
      unsafe first = unsafe reference
    }
  }

  mutating func finish() -> WatchedMarks {
    while let cell = unsafe first {
      unsafe cell._withUnsafeGuaranteedRef { cell in
        unsafe first = cell.nextMarked
        unsafe cell.dependents.forEachUncounted { unsafe add($0) }
      }
    }
    return watched
  }
}

extension DerivedCell {
  /// Ends the period in which other threads see another value than the transaction's thread; called with the lock held
  /// at its end.
  ///
  /// A value that is not valid at the end was made in the middle and never committed, so it is discarded.
  ///
  /// - Returns: The discarded value, to be released after the lock.
  fileprivate final func endReplacement(of before: Before) -> AnyObject? {
    guard isStale, runner == nil else { return takeKeptValue() }
    let replaced = restoreKeptValue()
    version = before.version
    isUnsettled = true
    return replaced
  }

  /// Retains the state for other threads, because a thread's transaction changes a source; called with the lock held.
  final func touch(by thread: ThreadIdentity) {
    guard before == nil, !isEnded else { return }
    before = Before(owner: thread, version: version, isStale: isStale || runner != nil)
    tree.touchedNodes.append(self)
  }

  /// Makes derived values that a transaction has touched visible to all threads; called with the lock held.
  final func endTouchOfAll(
    _ nodes: [DependentNode],
    after watched: consuming WatchedMarks,
    _ leftovers: inout [Any]
  ) -> WatchedMarks {
    for node in nodes {
      // SAFETY: only derived values are touched.
      let cell = unsafe unsafeDowncast(node, to: DerivedCell.self)
      guard let before = cell.before else { continue }
      cell.before = nil
      // The first write of the transaction has flagged it, so the marking does not reach it.
      cell.forgetReads()
      let kept = before.isReplaced ? cell.endReplacement(of: before) : nil
      if let kept { leftovers.append(kept) }
      if cell.isWatched {
        watched.append(cell, since: before.version, kept: cell.isStale ? nil : kept)
      }
    }
    // Values that were computed from the committed value meanwhile have no flag yet.
    var marking = Marking(tree, watched, writer: LogicalThread.current)
    for node in nodes {
      // SAFETY: as above.
      marking.add(unsafe unsafeDowncast(node, to: DerivedCell.self).dependents)
    }
    return marking.finish()
  }
}
