import StrataConcurrency
import StrataDependencies

/// A structural commit: the work outside the lock after contexts have joined or left a tree.
///
/// Not copyable, because its lists would be counted at each step of a change that usually has one of them.
struct StructuralCommit: ~Copyable {
  /// Contexts that have joined and wait for their activation, in order.
  var joined: [Context] = []
  /// Contexts that have lost their last parent, and may get another before the lock is released.
  var orphans: [Context] = []
  /// Contexts that have left, parents before children.
  var departed: [RemovalRecord] = []
  /// The removal of the subtree that is leaving, if it is recorded.
  var removal: Removal?
  /// Whether some of them have work that has to be cancelled.
  var isEndingWork = false
  /// The diagnostics to report.
  var diagnostics: [Diagnostic] = []
  /// The contexts with the identity of another element, which are reported unless they are rejected.
  var duplicates: [(child: Context, diagnostic: Diagnostic)] = []
  /// The rejected contexts.
  private(set) var rejections: [Rejection] = []
  /// The changes for change logs, of the round that waits for this.
  var logged: LoggedChanges?
  /// The round that waits for this.
  var ticket: RoundQueue<Round>.Ticket?
  /// Handles to store with the contexts that join.
  private(set) var handles: [ObjectIdentifier: any Sendable] = [:]
  /// Signals to raise with the round.
  var bumped: [Context] = []
  /// Attached contexts whose owners have left, with the owners.
  var abandonedContexts: [(hosted: Context, host: Context)] = []
  /// Whether the notification of those is queued that have read a joined context before.
  var hasReaders = false
  /// The trees that joined contexts have left before, whose observers are to be notified.
  var formerTrees: [Tree] = []
  /// Values that are no longer valid.
  var forgotten: [DependencyValues] = []
  /// The contexts of the tree that are children of inserted ones.
  var ownership = InsertedOwnership()

  /// Whether the round may be delivered at once.
  var isEmpty: Bool { joined.isEmpty && departed.isEmpty && ownership.deferred.isEmpty }

  /// Whether contexts have only left, with nothing running; called with the lock held.
  var isOfInterestToNobody: Bool {
    joined.isEmpty && !isEndingWork && diagnostics.isEmpty && duplicates.isEmpty
      && rejections.isEmpty && bumped.isEmpty && !hasReaders && formerTrees.isEmpty
      && forgotten.isEmpty && ownership.deferred.isEmpty && abandonedContexts.isEmpty
  }

  /// Records that a slot contains a context that it must reject.
  mutating func reject(_ child: Context, by parent: Context, slot: Int, _ reason: Rejection.Reason)
  {
    rejections.append(Rejection(child: child, parent: parent, slot: slot, reason: reason))
  }

  /// Takes over what another commit has to report.
  mutating func takeMisuse(of other: borrowing StructuralCommit) {
    diagnostics += other.diagnostics
    duplicates += other.duplicates
    rejections += other.rejections
  }

  /// Reports misuse, and removes rejected contexts; called without a lock.
  ///
  /// It runs before the round is delivered, so that no observer of the change sees a rejected context.
  func reportMisuse() {
    for (child, diagnostic) in duplicates where !rejections.contains(where: { $0.child === child })
    {
      diagnostic.report()
    }
    for diagnostic in diagnostics { diagnostic.report() }
    for rejection in rejections { rejection.conclude() }
  }

  /// Takes handles; called with the lock held, so that none is released.
  mutating func take(_ handles: [ObjectIdentifier: any Sendable]) {
    if self.handles.isEmpty {
      self.handles = handles
    } else {
      self.handles.merge(handles) { former, _ in former }
    }
  }

  /// Ends the contexts without a slot, unless an inserted context contains them; called with the lock held.
  mutating func closeOrphans() {
    guard !orphans.isEmpty else { return }
    let orphans = orphans
    self.orphans = []
    for orphan in orphans where orphan.parent == nil && !ownership.deferRemoval(orphan) {
      orphan.close(&self)
    }
  }

  /// Records that a context has lost a parent and has others; called with the lock held.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - first: Its first parent before, from which it has its dependencies.
  mutating func noteLostParent(of context: Context, after first: Context?) {
    if let first, context.parent === first {
      noteParents(of: context)
    } else {
      noteNewFirstParent(of: context)
    }
  }

  /// Records a new first parent; called with the lock held.
  ///
  /// The context may have waited for the activation of its former first parent.
  mutating func noteNewFirstParent(of context: Context) {
    forgotten += context.forgetInheritedDependencies()
    noteParents(of: context)
    if context.phase == .attached, !context.isActivationDue { joined.append(context) }
  }
}

extension Tree {
  /// Does the remaining work: ends incarnations, then begins incarnations, then releases the round for delivery.
  ///
  /// Called without the lock. Contexts that leave run their handlers before others are activated, so that a replaced
  /// child has stopped when its successor starts.
  func finish(_ commit: consuming StructuralCommit) {
    let isNothingLeft = commit.isEmpty && commit.rejections.isEmpty
    if let logged = commit.logged, !isNothingLeft {
      withOpenEntries(of: logged) { changeLifetimes(commit) }
    } else {
      changeLifetimes(commit)
    }
    if let ticket = commit.ticket, !commit.isEmpty {
      lock.withLock { rounds.markReady(ticket) }
    }
    if commit.ticket != nil || commit.hasReaders { deliver() }
    for tree in commit.formerTrees { tree.deliver() }
  }

  private func changeLifetimes(_ commit: borrowing StructuralCommit) {
    // First, because other threads wait for it, and because the rest calls user code.
    let late = JoiningTraversal.run(below: commit.joined)
    commit.reportMisuse()
    if commit.isEndingWork {
      LastHandlers.run { RemovalRecord.endWork(of: commit.departed[...]) }
    }
    endAbandoned(commit.abandonedContexts)
    endUnplaced(commit.ownership.deferred, commit.logged)
    Context.activate(late.isEmpty ? commit.joined : commit.joined + late)
  }
}
