import StrataConcurrency
import Synchronization

// The versions of slots that derived values have read, and what commits ask of their dependents.

extension Tree {
  /// A number that no source of the tree has had as its version.
  func nextVersion() -> UInt64 {
    lastVersion += 1
    return lastVersion
  }

  /// Counts a commit of a source of derived values; called with the lock held.
  @inline(__always)
  func noteSourceCommit() {
    let count = sourceCommits.load(ordering: .relaxed)
    sourceCommits.store(count &+ 1, ordering: .relaxed)
  }

  /// Flags the dependents of a written slot as dirty.
  ///
  /// - Returns: The dependents with an observer, for the round of the commit.
  func markDependents(of change: any PendingChange) -> WatchedMarks {
    guard let facets = change.context.facets, change.slot < facets.edges.count else {
      return WatchedMarks()
    }
    noteSourceCommit()
    let edges = facets.edges[change.slot]
    edges.unsettledChanges += 1
    change.versionBefore = edges.committedVersion
    change.versionAfter = edges.version
    edges.committedVersion = nil
    unsettled.append(change)
    lock.flagWord |= TreeFlags.derived
    return edges.mark(in: self)
  }

  // MARK: Transactions

  /// Flags the dependents of a slot that the open transaction writes; called by its owner.
  ///
  /// The slot has the flag `derived`, so its edges have been made. The derived values retain their state for the other
  /// threads.
  func touchDependents(of context: Context, _ slot: Int) {
    guard let edges = context.facets?.edges[slot] else { return }
    sourceWrites.store(sourceWrites.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    edges.keepCommittedVersion(in: self)
    edges.version = nextVersion()
    edges.touch(in: self)
  }

  /// Makes the derived values that the transaction's owner has seen visible to all threads.
  ///
  /// - Parameter leftovers: Collects the values to release after the lock.
  /// - Returns: The values with an observer, after those that were postponed to the transaction's end.
  func releaseTouched(_ leftovers: inout [Any]) -> WatchedMarks {
    guard !touchedNodes.isEmpty || !postponedMarks.isEmpty else { return WatchedMarks() }
    noteSourceCommit()
    let nodes = touchedNodes
    touchedNodes = []
    leftovers.append(nodes)
    let watched = postponedMarks
    postponedMarks = WatchedMarks()
    guard let first = nodes.first else { return watched }
    return first.endTouch(of: nodes, after: watched, &leftovers)
  }

  // MARK: The remaining work outside the lock

  /// Determines which changes make a difference, and notifies nodes of other trees; called without the lock.
  func settleDependents() {
    lock.lock()
    let changes = unsettled
    let ofOtherTree = dependentsInOtherTrees
    unsettled = []
    dependentsInOtherTrees = []
    lock.flagWord &= ~TreeFlags.derived
    lock.unlock()
    for change in changes {
      // The user's equality.
      let isSignificant = withoutTracking { change.isSignificant }
      change.context.settleVersion(after: change, isSignificant: isSignificant)
    }
    for dependent in ofOtherTree { dependent.node.noteChangeInOtherTree(by: dependent.writer) }
  }
}

extension Context {
  /// Shows all threads one version of a slot; called with the lock held.
  func forgetCommittedVersion(ofSlotAt slot: Int) {
    guard let facets, slot < facets.edges.count else { return }
    facets.edges[slot].committedVersion = nil
  }

  /// Sets a slot's version after a change; called without the lock.
  fileprivate func settleVersion(after change: any PendingChange, isSignificant: Bool) {
    let lock = lock()
    defer { lock.unlock() }
    guard let facets, change.slot < facets.edges.count else { return }
    let edges = facets.edges[change.slot]
    guard edges.unsettledChanges > 0 else { return }
    edges.unsettledChanges -= 1
    guard let before = change.versionBefore else {
      if isSignificant { edges.version = tree.nextVersion() }
      return
    }
    // The transaction gave it a version at its write, which is reverted if nothing has changed.
    if !isSignificant, edges.version == change.versionAfter { edges.version = before }
  }
}
