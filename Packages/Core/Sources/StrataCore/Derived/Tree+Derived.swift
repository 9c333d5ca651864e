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
  private func mark(_ nodes: [DerivedNode], writer: ThreadIdentity?) -> WatchedMarks {
    var marking = Marking(self, writer: writer)
    for node in nodes { unsafe marking.add(.passUnretained(node)) }
    return withExtendedLifetime(nodes) { marking.finish() }
  }

  /// Flags derived values as dirty, outside a commit, and queues a round for their observers.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - writer: The thread that has changed the sources; `nil` if it was another one than the current one.
  func enqueueMarks(of nodes: [DerivedNode], writer: ThreadIdentity? = LogicalThread.current) {
    noteSourceCommit()
    let marks = mark(nodes, writer: writer)
    if !marks.isEmpty { _ = enqueue([], derived: marks, isCaused: false) }
  }

  /// Notifies the observers of a derived value that is dirty although no thread has written meanwhile.
  func enqueueChange(of node: DerivedNode) {
    guard node.isWatched, !node.isEnded else { return }
    enqueueChange(of: node, since: node.version)
  }

  /// Queues a round for the observers of a derived value that know a version of it.
  func enqueueChange(of node: DerivedNode, since version: UInt64) {
    node.forgetReads()
    var marks = WatchedMarks()
    marks.append(node, since: version)
    _ = enqueue([], derived: marks, isCaused: false)
  }

  // MARK: Transactions

  /// Postpones the notification of a derived value's observers to the end of another thread's open transaction.
  ///
  /// Until then each round would have the same result, because the value depends on slots that the transaction has
  /// touched.
  ///
  /// - Returns: Whether such a transaction is open; otherwise nothing is done.
  func postponeChange(of node: DerivedNode) -> Bool {
    guard let owner = transaction.owner, owner != .current else { return false }
    guard node.isWatched else { return true }
    node.forgetReads()
    postponedMarks.append(node, since: node.version)
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
  private var first: Unmanaged<DerivedNode>?

  init(_ tree: Tree) {
    self.tree = tree
    unsafe first = nil
  }

  mutating func add(_ list: borrowing DependentList) {
    unsafe list.forEachUncounted { reference in
      unsafe reference._withUnsafeGuaranteedRef { node in
        // Other trees see the committed values.
        guard node.lock == tree.lock, !node.isStale else { return }
        node.touch(by: thread)
        node.isStale = true
        node.nextMarked = unsafe first
        unsafe first = unsafe reference
      }
    }
  }

  mutating func finish() {
    while let node = unsafe first {
      unsafe node._withUnsafeGuaranteedRef { node in
        unsafe first = node.nextMarked
        add(node.dependents)
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
  private var first: Unmanaged<DerivedNode>?
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
  mutating func add(_ reference: Unmanaged<DerivedNode>) {
    unsafe reference._withUnsafeGuaranteedRef { node in
      guard node.lock == tree.lock else {
        tree.dependentsInOtherTrees.append(DependentInOtherTree(node: node, writer: writer))
        tree.lock.flagWord |= TreeFlags.derived
        return
      }
      if node.isStale, node.before?.isStale ?? true {
        if node.owesNotification { unsafe addPending(reference) }
        return
      }
      // The owner of the run first, because the rest of the run belongs to that thread.
      if node.condition.contains(.acquired), node.evaluator == writer, node.run.isOpen {
        node.run.noteWrittenSource()
      }
      node.isStale = true
      // So that none is added twice.
      node.owesNotification = false
      node.forgetReads()
      if node.condition.contains(.splitValue) {
        node.before?.isStale = true
      } else if node.isWatched {
        // Observers of a value that a transaction has touched are notified when that ends.
        watched.append(node, since: node.version)
      }
      node.nextMarked = unsafe first
      unsafe first = unsafe reference
    }
  }

  // SAFETY: as in `add`.
  /// Adds a dirty value that may now be stored.
  private mutating func addPending(_ reference: Unmanaged<DerivedNode>) {
    unsafe reference._withUnsafeGuaranteedRef { node in
      node.owesNotification = false
      if node.isWatched { watched.append(node, since: node.version) }
      node.nextMarked = unsafe first
      unsafe first = unsafe reference
    }
  }

  mutating func finish() -> WatchedMarks {
    while let node = unsafe first {
      unsafe node._withUnsafeGuaranteedRef { node in
        unsafe first = node.nextMarked
        unsafe node.dependents.forEachUncounted { unsafe add($0) }
      }
    }
    return watched
  }
}

extension DerivedNode {
  /// Ends the period in which other threads see another value than the transaction's thread; called with the lock held
  /// at its end.
  ///
  /// A value that is not valid at the end was made in the middle and never committed, so it is discarded.
  ///
  /// - Returns: The discarded value, to be released after the lock.
  fileprivate final func endReplacement(of before: Before) -> AnyObject? {
    guard isStale, evaluator == nil else { return takeKeptValue() }
    let replaced = restoreKeptValue()
    version = before.version
    isUnsettled = true
    return replaced
  }

  /// Retains the state for other threads, because a thread's transaction changes a source; called with the lock held.
  final func touch(by thread: ThreadIdentity) {
    guard before == nil, !isEnded else { return }
    before = Before(owner: thread, version: version, isStale: isStale || evaluator != nil)
    tree.touchedNodes.append(self)
  }

  /// Makes derived values that a transaction has touched visible to all threads; called with the lock held.
  final func endTouchOfAll(
    _ nodes: [DependentNode],
    after watched: consuming WatchedMarks,
    _ leftovers: inout [Any]
  ) -> WatchedMarks {
    nodes.forEachUncounted { Self.touched($0).endTouch(&watched, &leftovers) }
    // Values that were computed from the committed value meanwhile have no flag yet.
    var marking = Marking(tree, watched, writer: LogicalThread.current)
    nodes.forEachUncounted { marking.add(Self.touched($0).dependents) }
    return marking.finish()
  }

  /// Makes a derived value that a transaction has touched visible to all threads; called with the lock held.
  @inline(__always)
  private final func endTouch(_ watched: inout WatchedMarks, _ leftovers: inout [Any]) {
    guard let before else { return }
    self.before = nil
    // The first write of the transaction has flagged it, so the marking does not reach it.
    forgetReads()
    let kept = before.isReplaced ? endReplacement(of: before) : nil
    if let kept { leftovers.append(kept) }
    guard isWatched else { return }
    if before.isObserved {
      // No value has this version: trackers are notified, and observers compare with what they last received.
      watched.append(self, since: .max)
    } else if let version = before.observedVersion {
      watched.append(self, since: version)
    } else {
      watched.append(self, since: before.version, kept: isStale ? nil : kept)
    }
  }

  /// A node that a transaction has touched.
  @inline(__always)
  private static func touched(_ node: DependentNode) -> DerivedNode {
    // SAFETY: only derived values are touched.
    unsafe unsafeDowncast(node, to: DerivedNode.self)
  }
}
