import StrataConcurrency
import Synchronization

extension Context {
  /// Applies the edits of a structural slot to the tree; called with the lock held.
  func settle(_ edits: StructureEdits, slot: Int, _ commit: inout StructuralCommit) {
    drop(edits.removed, slot: slot, &commit)
    commit.take(edits.handles)
    adopt(edits.added, slot: slot, &commit)
    commit.closeOrphans()
  }

  /// Removes children from a slot; called with the lock held.
  ///
  /// Children without another parent stay alive until ``StructuralCommit/closeOrphans()``, so that another slot can take a
  /// context over in the same transaction.
  func drop(_ removed: [Context], slot: Int, _ commit: inout StructuralCommit) {
    let guardPattern = tree.lock.bitPattern
    removed.forEachUncounted { child in
      // A context that was rejected here has another guard.
      guard child.guardLock.load(ordering: .acquiring) == guardPattern,
        child.isChild(of: self, slot: slot)
      else { return }
      if child.facets?.isHeldTwice ?? false, stillHolds(child, slot: slot) { return }
      let first = child.parentIfShared
      if child.losesParent(self, slot: slot) {
        commit.noteLostParent(of: child, after: first)
      } else {
        commit.orphans.append(child)
      }
    }
  }

  private func stillHolds(_ child: Context, slot: Int) -> Bool {
    unsafe layout.slots[slot].operations.holds(child, address(ofSlotAt: slot))
  }

  /// Makes contexts children of a slot; called with the lock held.
  func adopt(_ added: [Context], slot: Int, _ commit: inout StructuralCommit) {
    guard phase.isLive else { return }
    var guards = HeldGuard()
    added.forEachUncounted { join($0, slot: slot, &commit, &guards) }
    guards.giveBack()
  }

  /// Makes a context a child of this one; called with the lock held.
  private func join(
    _ child: Context,
    slot: Int,
    _ commit: inout StructuralCommit,
    _ held: inout HeldGuard
  ) {
    // This context's own guard, because a child of the tree has the same.
    let own = guardLock.load(ordering: .relaxed)
    guard child.guardLock.load(ordering: .acquiring) == own else {
      return joinFromElsewhere(child, slot: slot, &commit, &held)
    }
    // A context that has ended since the slot took it stays ended.
    guard child.phase.isLive else { return }
    if child.isChild(of: self, slot: slot) {
      child.ensuredFacets.isHeldTwice = true
      let diagnostic = Diagnostic.duplicateChild(child.layout.name, layout.place(of: slot))
        .at(layout.slots[slot].declaration)
      // A list that holds all of its elements twice is one mistake.
      if commit.diagnostics.last != diagnostic { commit.diagnostics.append(diagnostic) }
    } else if tree.root.context === child || isBelow(child) {
      commit.reject(child, by: self, slot: slot, .ancestor)
    } else if child.parentLink.isNone {
      // An orphan of the same transaction moves here.
      child.parentSlot = UInt16(slot)
      child.link(below: self)
      commit.noteNewFirstParent(of: child)
      noteSubtreeFlags(by: child, &commit)
    } else {
      child.addOtherParent(self, slot: slot)
      ensuredFacets.adoptedChildren.append(child)
      commit.noteParents(of: child)
      noteSubtreeFlags(by: child, &commit)
    }
  }

  /// Adds a link to a context that contains this one, which has a parent; called with the lock held.
  ///
  /// All links to one parent are neighbours, so the parent keeps its rank among the others while one of them is left.
  private func addOtherParent(_ parent: Context, slot: Int) {
    let facets = ensuredFacets
    let last = facets.otherParents.lastIndex { $0.parent === parent }
    let place =
      last.map { $0 + 1 } ?? (parentLink.leads(to: parent) ? 0 : facets.otherParents.count)
    facets.otherParents.insert(ParentLink(parent: parent, slot: UInt16(slot)), at: place)
  }

  /// Takes a context that another lock guards into this tree; called with the lock held.
  private func joinFromElsewhere(
    _ child: Context,
    slot: Int,
    _ commit: inout StructuralCommit,
    _ held: inout HeldGuard
  ) {
    let elsewhere = child.guardLock.load(ordering: .acquiring)
    guard Tree.isDetachedLock(elsewhere) else {
      // Another tree's lock may not be taken under this tree's. Whether the child had ended there was checked before
      // this tree's lock was taken.
      commit.reject(child, by: self, slot: slot, .ofOtherTree)
      return
    }
    held.take(elsewhere)
    // Guards change from a shared lock to a tree's only while both are held. A shared guard that was loaded is
    // therefore still right, or another thread has just taken the child elsewhere.
    guard child.guardLock.load(ordering: .relaxed) == elsewhere else {
      commit.reject(child, by: self, slot: slot, .ofOtherTree)
      return
    }
    guard child.phase == .detached else {
      commit.reject(child, by: self, slot: slot, .frozen)
      return
    }
    if !commit.handles.isEmpty, let handle = commit.handles[ObjectIdentifier(child)] {
      child.ensuredFacets.handle = handle
    }
    child.shareTree(with: self)
    child.guardLock.store(guardLock.load(ordering: .relaxed), ordering: .releasing)
    if child.enterLifetime(below: self, slot: slot) { commit.hasReaders = true }
    noteSubtreeFlags(by: child, &commit)
    // Contexts that wait for this context's activation anyway are found when it ends.
    if child.phase == .attached, phase == .active || child.layout.hasStructure {
      commit.joined.append(child)
    }
  }

  /// Records that the new child's subtree contributes to values that its ancestors aggregate.
  private func noteSubtreeFlags(by child: Context, _ commit: inout StructuralCommit) {
    guard let facets = child.facets, !facets.keyed.subtreeFlags.isEmpty else { return }
    carry(facets.keyed.subtreeFlags, &commit.bumped)
  }

  /// Begins the incarnation of a context that is the root of a tree; called with the tree's lock held.
  ///
  /// Other threads wait for its children until ``JoiningTraversal`` has made them join.
  ///
  /// - Returns: Whether readers are to be notified; then call ``Tree/deliver()`` without the lock.
  func enterLifetime() -> Bool {
    phase = .attached
    isActivationDue = false
    acceptWritesAgain()
    if layout.hasStructure { holdBackChildren() }
    // SAFETY: a live context retains itself, so that links to it need not; `finish` releases it.
    _ = unsafe Unmanaged.passRetained(self)
    guard let facets else { return false }
    let isAnyNotified = !facets.keyed.entries.isEmpty && joinAttachments()
    return enqueueJoin() || isAnyNotified
  }

  /// Begins the incarnation of a context below its first parent, as ``enterLifetime()`` does.
  func enterLifetime(below parent: Context, slot: Int) -> Bool {
    // Evaluated first, because after an atomic store the compiler would count the parent.
    let isParentActive = parent.phase == .active
    let hasReaders = enterLifetime()
    parentSlot = UInt16(slot)
    link(below: parent)
    // The context has no activation and no children, so nothing is left to be done after the lock.
    if isParentActive, layout.isSilent {
      phase = .active
      isActivationDue = true
    }
    return hasReaders
  }
}

/// The shared lock that guards the contexts which join a tree one after the other.
///
/// All contexts of one thread have one guard, so that a thousand children cost a few lock pairs.
struct HeldGuard {
  private var pattern: UInt = 0
  private var uses = 0

  /// Takes a guard, unless it is the one taken already.
  mutating func take(_ wanted: UInt) {
    if wanted == pattern, uses < 256 {
      uses += 1
      return
    }
    giveBack()
    LockReference(unsafeBitPattern: wanted).lock()
    pattern = wanted
  }

  /// Releases the taken guard.
  mutating func giveBack() {
    if pattern != 0 { LockReference(unsafeBitPattern: pattern).unlock() }
    pattern = 0
    uses = 0
  }
}
