import StrataConcurrency
import Synchronization

/// The contexts of a tree that are children of contexts which a commit inserts.
///
/// A commit may remove a context from its slot and insert a parent of it. The inserted context gets its children after
/// the lock is released, because identities are user code. Until then the removal of the moved context is deferred. It is
/// alive, and its position is still the former one.
struct InsertedOwnership {
  private var acquired: Set<ObjectIdentifier> = []
  /// A context that has lost its last position, and is a child of an inserted one.
  struct DeferredRemoval {
    let context: Context
    /// The parent that it has lost, whose ancestors it still reaches.
    let formerParent: Context?
    /// How often its removal has been deferred, this time included.
    let count: UInt32
  }

  /// The contexts whose removal is deferred.
  private(set) var deferred: [DeferredRemoval] = []

  /// Collects the children of contexts that are about to join, through all levels; called without the lock.
  ///
  /// - Parameters:
  ///   - insertedContexts: The contexts that are about to join.
  ///   - guardPattern: The lock of the tree that they join.
  /// - Complexity: O(number of contexts that join and of their children).
  mutating func note(of insertedContexts: [Context], in guardPattern: UInt) {
    var remaining = insertedContexts.filter { $0.layout.hasStructure && !$0.isLive }
    var seen = Set(remaining.lazy.map(ObjectIdentifier.init))
    while let context = remaining.popLast() {
      for place in context.children {
        let child = place.context
        // A context that has left this tree and returns with an inserted one has its lock as well.
        if child.isLive {
          let own = child.guardLock.load(ordering: .acquiring)
          if own == guardPattern { acquired.insert(ObjectIdentifier(child)) }
        } else if child.layout.hasStructure, seen.insert(ObjectIdentifier(child)).inserted {
          remaining.append(child)
        }
      }
    }
  }

  /// Defers the removal of a context without a position, if it is a child of an inserted one; called with the lock
  /// held.
  ///
  /// - Returns: Whether the removal is deferred.
  mutating func deferRemoval(_ context: Context) -> Bool {
    guard !acquired.isEmpty, acquired.contains(ObjectIdentifier(context)) else { return false }
    context.ensuredFacets.timesDeferred &+= 1
    deferred.append(
      DeferredRemoval(
        context: context,
        formerParent: context.formerParentLink.context,
        count: context.ensuredFacets.timesDeferred
      )
    )
    return true
  }
}

extension StructuralCommit {
  /// Collects the removed contexts that are children of the inserted ones, for one change; called without the lock.
  mutating func noteOwnership(in edits: borrowing StructureEdits, of context: Context) {
    guard !edits.removed.isEmpty, !edits.added.isEmpty else { return }
    ownership.note(of: edits.added, in: context.guardLock.load(ordering: .acquiring))
  }
}

extension Tree {
  /// Collects the removed contexts that are children of the inserted ones, for one commit; called without the lock.
  func noteOwnership(in structural: [any PendingChange], _ commit: inout StructuralCommit) {
    let edits = structural.compactMap(\.edits)
    guard edits.contains(where: { !$0.removed.isEmpty }) else { return }
    for edits in edits { commit.ownership.note(of: edits.added, in: lock.bitPattern) }
  }

  /// Ends contexts with a deferred removal that have found no position; called without the lock.
  ///
  /// Their new parent was rejected, has left again by the same commit, or another thread has changed it meanwhile.
  ///
  /// - Parameters:
  ///   - deferred: The contexts whose removal is deferred.
  ///   - logged: The commit's entries, which retain what leaves by it; they are not handed over yet.
  func endUnplaced(_ deferred: [InsertedOwnership.DeferredRemoval], _ logged: LoggedChanges?) {
    guard !deferred.isEmpty else { return }
    var commit = StructuralCommit()
    lock.lock()
    // The guard first, because the rest belongs to this lock only if it is the guard. A context with a later deferral
    // belongs to the next commit.
    for place in deferred
    where place.context.guardLock.load(ordering: .relaxed) == lock.bitPattern
      && place.context.phase.isLive && place.context.parentLink.isNone
      && place.context.facets?.timesDeferred == place.count
    {
      place.context.close(&commit)
    }
    if !commit.departed.isEmpty {
      for item in logged?.items ?? [] where item.changeLog.keepsValues {
        item.entry.absorb([], departed: commit.departed.map(\.departed))
      }
      commit.ticket = enqueue([], departed: commit.departed, isReady: false)
    }
    lock.unlock()
    finish(commit)
  }
}
