import StrataConcurrency
import Synchronization

// What commits do with the derived values that depend on what they have written. All of it runs with
// the tree's lock held, and without recursion.

extension Tree {
  /// A number that no source of the tree has had as its version.
  func nextVersion() -> UInt64 {
    lastVersion += 1
    return lastVersion
  }

  /// Counts a commit of what derived values have read; called with the lock held.
  @inline(__always)
  func noteSourceCommit() {
    let count = sourceCommits.load(ordering: .relaxed)
    sourceCommits.store(count &+ 1, ordering: .relaxed)
  }

  /// Marks the derived values that depend on a written slot as stale.
  ///
  /// - Returns: Changes of those that someone watches, for the round of the commit.
  func markDependents(of change: any PendingChange) -> [any PendingChange] {
    guard let parts = change.context.parts, change.slot < parts.edges.count else { return [] }
    noteSourceCommit()
    parts.edges[change.slot].unsettledChanges += 1
    change.versionBefore = parts.edges[change.slot].committedVersion
    change.versionAfter = parts.edges[change.slot].version
    parts.edges[change.slot].committedVersion = nil
    unsettled.append(change)
    lock.attention |= Attention.derived
    return mark(parts.edges[change.slot].list).changes
  }

  /// Marks derived values, and those that depend on them, as stale.
  ///
  /// Stops at those that are stale already: what depends on those is, too. So the cost of a write is
  /// paid for by the evaluations that were asked for since the last one.
  ///
  /// - Returns: Changes of those that someone watches and that were not stale.
  func mark(_ list: borrowing DependentList) -> WatchedMarks {
    var marking = Marking(self, writer: LogicalThread.current)
    marking.add(list)
    return marking.finish()
  }

  /// Marks derived values, and those that depend on them, as stale.
  private func mark(_ cells: [DerivedCell], writer: ThreadIdentity?) -> WatchedMarks {
    var marking = Marking(self, writer: writer)
    for cell in cells { unsafe marking.add(.passUnretained(cell)) }
    return withExtendedLifetime(cells) { marking.finish() }
  }

  /// Marks derived values as stale, outside a commit, and queues a round for those who watch.
  ///
  /// - Parameters:
  ///   - cells: The derived values.
  ///   - writer: The thread that has changed what they were computed from; `nil` if it was another one than
  ///     the current one.
  func enqueueMarks(of cells: [DerivedCell], writer: ThreadIdentity? = LogicalThread.current) {
    noteSourceCommit()
    let marks = mark(cells, writer: writer)
    if !marks.isEmpty { _ = enqueue(marks.changes, isCaused: false) }
  }

  /// Tells the watchers of a derived value that is stale although nobody has written meanwhile.
  func enqueueChange(of cell: DerivedCell) {
    guard cell.isWatched, !cell.isEnded else { return }
    _ = enqueue([DerivedChange(cell: cell, since: cell.version)], isCaused: false)
  }

  // MARK: Transactions

  /// Marks what depends on a slot that the open transaction writes; called by its owner.
  ///
  /// The derived values keep what they were for the other threads.
  func touchDependents(of context: Context, _ slot: Int) {
    guard let parts = context.parts, slot < parts.edges.count else { return }
    sourceWrites.store(sourceWrites.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    if parts.edges[slot].committedVersion == nil {
      parts.edges[slot].committedVersion = parts.edges[slot].version
    }
    parts.edges[slot].version = nextVersion()
    var touching = Touching(self)
    touching.add(parts.edges[slot].list)
    touching.finish()
  }

  /// Lets all threads see the derived values that the transaction's owner has seen.
  ///
  /// - Parameter leftovers: Gets what is to be released when the lock is given back.
  /// - Returns: Changes of those that someone watches.
  func releaseTouchedCells(_ leftovers: inout [Any]) -> [any PendingChange] {
    guard !touchedCells.isEmpty else { return [] }
    noteSourceCommit()
    let cells = touchedCells
    touchedCells = []
    leftovers.append(cells)
    var watched = WatchedMarks()
    for cell in cells {
      guard let before = cell.before else { continue }
      cell.before = nil
      let kept = before.isReplaced ? cell.endReplacement(of: before) : nil
      if let kept { leftovers.append(kept) }
      if cell.isWatched {
        watched.append(cell, since: before.version, kept: cell.isStale ? nil : kept)
      }
    }
    // What was computed from the committed value meanwhile is not marked yet.
    var marking = Marking(self, watched, writer: LogicalThread.current)
    for cell in cells { marking.add(cell.dependents) }
    return marking.finish().changes
  }
}

/// Keeps what derived values were before the open transaction writes a source, and marks them as stale,
/// one after the other, with the lock of their tree held.
///
/// Linked to one another as in ``Marking``.
@safe
private struct Touching: ~Copyable {
  private let tree: Tree
  private let thread = ThreadIdentity.current
  // SAFETY: the lists of dependents hold them.
  private var first: Unmanaged<DerivedCell>?

  init(_ tree: Tree) {
    self.tree = tree
    unsafe first = nil
  }

  mutating func add(_ list: borrowing DependentList) {
    unsafe list.forEachUncounted { reference in
      unsafe reference._withUnsafeGuaranteedRef { cell in
        // Other trees see what is committed.
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

/// Marks derived values as stale, one after the other, with the lock of their tree held.
///
/// Those whose dependents are still to be marked are linked to one another: each is on the list once,
/// for it is marked when it is added. The lists of dependents hold them.
@safe
private struct Marking: ~Copyable {
  private let tree: Tree
  // SAFETY: see above.
  private var first: Unmanaged<DerivedCell>?
  private var watched: WatchedMarks
  /// The thread that has changed something.
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

  // SAFETY: the caller, or the list of dependents that it is from, holds the cell.
  mutating func add(_ reference: Unmanaged<DerivedCell>) {
    unsafe reference._withUnsafeGuaranteedRef { cell in
      guard cell.lock == tree.lock else {
        tree.foreignDependents.append(ForeignDependent(cell: cell, writer: writer))
        tree.lock.attention |= Attention.derived
        return
      }
      if cell.isStale, cell.before?.isStale ?? true {
        if cell.owesTelling { unsafe addOwed(reference) }
        return
      }
      // Whose run it is first: the rest of the run is that thread's own.
      if cell.condition.contains(.claimed), cell.runner == writer, cell.run.isOpen {
        cell.run.hasWrittenSource = true
      }
      cell.isStale = true
      // So none is added twice.
      cell.owesTelling = false
      cell.context.forgetReads(ofSlotAt: 0)
      if cell.condition.contains(.divided) {
        cell.before?.isStale = true
      } else if cell.isWatched {
        // What a transaction has touched is told of when that ends.
        watched.append(cell, since: cell.version)
      }
      cell.nextMarked = unsafe first
      unsafe first = unsafe reference
    }
  }

  // SAFETY: as in `add`.
  /// Adds one that is stale, and may be one now that can be stored.
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

/// A derived value of another tree than what has changed.
struct ForeignDependent {
  let cell: DerivedCell
  /// The thread that has changed something, if it is known.
  let writer: ThreadIdentity?
}

@available(*, unavailable)
extension ForeignDependent: Sendable {}

extension DerivedCell {
  /// Ends the time in which other threads see another value than the thread of the transaction; called with
  /// the lock held at its end.
  ///
  /// A value that does not hold at the end was made in the middle, and was never committed: it goes.
  ///
  /// - Returns: The value that goes, to be released when the lock is given back.
  fileprivate final func endReplacement(of before: Before) -> AnyObject? {
    guard isStale, runner == nil else { return takeKeptValue() }
    let replaced = restoreKeptValue()
    version = before.version
    isUnsettled = true
    return replaced
  }

  /// Keeps the state for other threads, because the transaction that a thread runs changes a source;
  /// called with the lock held.
  final func touch(by thread: ThreadIdentity) {
    guard before == nil, !isEnded else { return }
    before = Before(owner: thread, version: version, isStale: isStale || runner != nil)
    tree.touchedCells.append(self)
  }
}

// What is left to be done outside the lock.
extension Tree {
  /// Finds out which changes make a difference, and marks derived values of other trees; called
  /// without the lock.
  func settleDerived() {
    lock.lock()
    let changes = unsettled
    let foreign = foreignDependents
    unsettled = []
    foreignDependents = []
    lock.attention &= ~Attention.derived
    lock.unlock()
    for change in changes {
      // The user's equality.
      let isSignificant = withUntrackedReads { change.isSignificant }
      change.context.settleVersion(after: change, isSignificant: isSignificant)
    }
    for dependent in foreign {
      let tree = dependent.cell.tree
      tree.lock.lock()
      tree.enqueueMarks(of: [dependent.cell], writer: dependent.writer)
      tree.lock.unlock()
      tree.deliver()
    }
  }
}

extension Context {
  /// Lets all threads see one version of a slot; called with the lock held.
  func forgetCommittedVersion(ofSlotAt slot: Int) {
    guard let parts, slot < parts.edges.count else { return }
    parts.edges[slot].committedVersion = nil
  }

  /// Gives a slot its version after a change; called without the lock.
  fileprivate func settleVersion(after change: any PendingChange, isSignificant: Bool) {
    let lock = lock()
    defer { lock.unlock() }
    guard let parts, change.slot < parts.edges.count,
      parts.edges[change.slot].unsettledChanges > 0
    else { return }
    parts.edges[change.slot].unsettledChanges -= 1
    guard let before = change.versionBefore else {
      if isSignificant { parts.edges[change.slot].version = tree.nextVersion() }
      return
    }
    // The transaction gave it a version when it wrote, which is taken back if all is as it was.
    if !isSignificant, parts.edges[change.slot].version == change.versionAfter {
      parts.edges[change.slot].version = before
    }
  }
}
