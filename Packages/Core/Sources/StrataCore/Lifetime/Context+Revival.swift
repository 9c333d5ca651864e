import StrataConcurrency
import StrataDependencies
import Synchronization

extension Context {
  /// As ``prepareToJoin(leaving:_:)``, and notifies the observers of the tree that the context has left.
  func prepareToJoin(_ complain: (Blocker) -> Void) -> Bool {
    var former: [Tree] = []
    defer { for tree in former { tree.deliver() } }
    return prepareToJoin(leaving: &former, complain)
  }

  /// Finishes the removal of a context that has left its tree, so that it can join one again; called without the lock.
  ///
  /// - Parameters:
  ///   - trees: Receives the tree that the context has left, if observers there are to be notified. Then call
  ///     ``Tree/deliver()`` when no slot is checked out.
  ///   - complain: Called if the context may not join.
  /// - Returns: Whether the context may join a tree now, as far as is known without that tree's lock.
  func prepareToJoin(leaving trees: inout [Tree], _ complain: (Blocker) -> Void) -> Bool {
    // The context is in no tree and never was. This common case costs a load.
    if Tree.isDetachedLock(guardLock.load(ordering: .acquiring)) { return true }
    var forgotten:
      (
        values: [DependencyValues?], handle: (any Sendable)?, companion: AnyObject?,
        keyed: KeyedContexts?
      )
    forgotten = ([], nil, nil, nil)
    var dependents: [DerivedNode] = []
    var formerParent: Context?
    // Released after the lock, because dependencies contain values of the program.
    defer { withExtendedLifetime(forgotten) {} }
    let lock = lock()
    defer {
      lock.unlock()
      withExtendedLifetime((dependents, formerParent)) {}
    }
    switch phase {
    case .detached, .frozen, .attached, .active: return true
    case .sealed, .removed: break
    }
    for slot in 0..<layout.slotCount {
      let flags = unsafe headers[slot].flags
      guard flags.isDisjoint(with: [.released, .uninitialized, .checkedOut, .held]) else {
        complain(flags.isDisjoint(with: [.checkedOut, .held]) ? .released : .inUse)
        return false
      }
    }
    let own = facets?.dependencies
    let values = [own?.effective, own?.inherited]
    forgotten = (values, facets?.handle, keptCompanion, facets?.keyed)
    if loseReaders(&dependents), trees.last !== tree { trees.append(tree) }
    if phase == .sealed { formerParent = takeFormerPlace() }
    beginAnew()
    return true
  }

  /// Cuts the edges to derived values, and keeps the trackers of attachments; called with the lock held.
  ///
  /// A context that returns has other attachments.
  ///
  /// - Parameter dependents: Collects the derived values, to be released outside the lock.
  /// - Returns: Whether some of them are to be notified.
  private func loseReaders(_ dependents: inout [DerivedNode]) -> Bool {
    var isAny = dropDependents(in: tree, &dependents)
    for (_, attachment) in facets?.keyed.entries ?? [] where attachment.layout.attachment != nil {
      keepReaders(of: attachment.facets?.watchLists ?? [], at: attachment)
      if attachment.dropDependents(in: tree, &dependents) { isAny = true }
    }
    return isAny
  }

  /// The reasons why a context cannot join a tree again.
  enum Blocker {
    /// It has released functions or children.
    case released
    /// A thread is changing one of its properties.
    case inUse
  }

  /// Makes a context that has left its tree one that is in no tree; called with the lock held.
  private func beginAnew() {
    wakeWaitersBeforeMoving()
    let facets = ensuredFacets
    facets.incarnation += 1
    if phase == .sealed { facets.unfinishedLifetimes += 1 }
    facets.reportedAccessesAfterEnd = []
    facets.removal = nil
    // It belongs to the former incarnation, whose removal record has it.
    facets.scope = nil
    // Looked up again at the new position.
    facets.dependencies.effective = nil
    facets.dependencies.inherited = nil
    facets.dependencies.generation += 1
    // A handle retains its context. A context that joins gets it again, and one that does not must be released.
    facets.handle = nil
    keptCompanion = nil
    facets.keyed = KeyedContexts()
    // The versions from the transaction in which the former incarnation ended would be mistaken for those of a later
    // one.
    for slot in facets.edges.indices where facets.edges[slot].dependents.list.isEmpty {
      facets.edges[slot].cut()
      facets.edges[slot] = DependentEdges()
    }
    if !facets.formerTrees.contains(where: { $0 === tree }) { facets.formerTrees.append(tree) }
    // Writes are rejected until it has joined. Otherwise one half of the writes that belong together would go here, and
    // the other half there.
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.remove(.stale) }
    guardSlots(facets.rejectsCancelledTasks)
    for slot in layout.structuralSlots {
      unsafe layout.slots[slot].operations.resetMembership(address(ofSlotAt: slot))
    }
    phase = .detached
    // SAFETY: a shared tree is never released.
    let detached = unsafe Tree.detachedForThisThread.takeUnretainedValue()
    detached.lock.lock()
    tree = detached
    guardLock.store(detached.lock.bitPattern, ordering: .releasing)
    detached.lock.unlock()
  }
}

extension Context {
  /// Accepts writes again, when a context that had left a tree has joined one; called with the lock held.
  func acceptWritesAgain() {
    guard let facets, facets.incarnation > 0 else { return }
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.remove(.rejected) }
  }

  /// Accepts writes of cancelled tasks again, when all earlier incarnations have finished; called with the lock held.
  func noteFinish(ofIncarnation incarnation: UInt32) {
    guard let facets, facets.incarnation != incarnation else { return }
    facets.unfinishedLifetimes -= 1
    guardSlots(facets.rejectsCancelledTasks)
  }
}

extension StructureEdits {
  /// Prepares contexts that have left a tree to join again, and drops those that cannot; called without the lock.
  mutating func prepareToJoin(_ parent: Context, slot: Int, _ commit: inout StructuralCommit) {
    for context in duplicates {
      let diagnostic = Diagnostic.duplicateIdentity(
        identity(of: context),
        of: context,
        in: parent.layout,
        slot: slot
      )
      commit.duplicates.append((context, diagnostic))
    }
    var isAnyFromTree = false
    added.forEachUncounted { isAnyFromTree = isAnyFromTree || !$0.isOutsideTrees }
    guard isAnyFromTree else { return }
    var formerTrees: [Tree] = []
    defer { commit.formerTrees += formerTrees }
    added.removeAll { child in
      !child.prepareToJoin(leaving: &formerTrees) { blocker in
        let reason: Rejection.Reason = blocker == .released ? .released : .checkedOut
        commit.reject(child, by: parent, slot: slot, reason)
      }
    }
  }
}

extension Context {
  /// Whether a shared lock guards the context; called without the lock.
  fileprivate var isOutsideTrees: Bool {
    Tree.isDetachedLock(guardLock.load(ordering: .acquiring))
  }
}
