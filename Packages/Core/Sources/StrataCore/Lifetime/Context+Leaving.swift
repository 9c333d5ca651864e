import StrataConcurrency
import StrataDependencies
import Synchronization

extension Context {
  /// Removes a parent link; called with the lock held.
  ///
  /// - Returns: Whether another parent remains.
  func losesParent(_ parent: Context, slot: Int) -> Bool {
    if let facets,
      let index = facets.otherParents.firstIndex(where: {
        $0.parent === parent && Int($0.slot) == slot
      })
    {
      facets.otherParents.remove(at: index)
      parent.facets?.adoptedChildren.removeFirst(of: self)
      return true
    }
    unlink()
    return promoteOtherParent()
  }

  /// The first parent of a context that has several; called with the lock held.
  var parentIfShared: Context? { facets?.hasOtherParents ?? false ? parent : nil }

  /// Makes the oldest of the other parents the first one.
  ///
  /// - Returns: Whether there was one.
  func promoteOtherParent() -> Bool {
    guard let facets, facets.hasOtherParents else { return false }
    let next = facets.otherParents.removeFirst()
    guard let parent = next.parent else { return false }
    parentSlot = next.slot
    if isHosted {
      parentLink = ContextLink(parent)
    } else {
      parent.facets?.adoptedChildren.removeFirst(of: self)
      link(below: parent)
    }
    return true
  }

  /// Removes all further links to a parent that has ended, from any of its slots.
  ///
  /// - Returns: Whether another parent remains.
  func losesOtherParents(_ gone: Context) -> Bool {
    if let facets, facets.hasOtherParents {
      facets.otherParents.removeAll { $0.parent === gone }
    }
    return !parentLink.isNone || promoteOtherParent()
  }

  /// Ends this context and all descendants without another parent, in one critical section; called with the lock held.
  ///
  /// No code of the user runs here. It appends to the structural commit, parents before children.
  func close(_ commit: inout StructuralCommit) {
    unlink()
    commit.removal = tree.recordRemoval()
    guard layout.hasStructure || facets != nil else {
      if phase.isLive { closeSelf(&commit) }
      return
    }
    var remaining = [ContextLink(self)]
    while let link = remaining.popLast() {
      link.with { context in
        // A child in several slots of one parent is met several times.
        guard context.phase.isLive else { return }
        context.closeSelf(&commit)
        guard context.layout.hasStructure || context.facets != nil else { return }
        let first = remaining.count
        context.abandonChildren(&remaining, &commit)
        context.abandonKeyed(&remaining, &commit)
        remaining[first...].reverse()
      }
    }
  }

  /// Takes all children away from a context that has ended; called with the lock held.
  ///
  /// Appends those without another parent to `remaining`, unless an inserted context contains them.
  private func abandonChildren(
    _ remaining: inout [ContextLink],
    _ commit: inout StructuralCommit
  ) {
    unlinkChildren { child in
      if child.losesOtherParents(self) {
        commit.noteNewFirstParent(of: child)
      } else if !commit.ownership.deferRemoval(child) {
        remaining.append(ContextLink(child))
      }
    }
    guard let facets, !facets.adoptedChildren.isEmpty else { return }
    let adopted = facets.adoptedChildren
    facets.adoptedChildren = []
    for child in adopted {
      let first = child.parentIfShared
      // One without another parent is known by now, because this was its first parent as well.
      if child.losesOtherParents(self) { commit.noteLostParent(of: child, after: first) }
    }
  }

  private func closeSelf(_ commit: inout StructuralCommit) {
    if let removal = commit.removal { ensuredFacets.removal = removal }
    phase = .sealed
    // Before the count of the context is touched, because the compiler moves no counting across atomic stores.
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.rejected) }
    if layout.hasStructure { releaseAllChildren() }
    let removal = RemovalRecord(ending: self)
    if removal.work != nil {
      commit.isEndingWork = true
      isEnding = true
      ensuredFacets.endingLifetimes += 1
    }
    // Handlers run here or, which is not known yet, below.
    keepFormerPlace(commit.isEndingWork || layout.hasStructure)
    if let facets, facets.isOfDependency { endUses() }
    commit.departed.append(removal)
  }

  /// Records that the work of an ended incarnation was cancelled; called without the lock.
  ///
  /// The context may have begun another incarnation meanwhile, whose activation has waited for this. If that one has
  /// ended as well, the one after it waits for both.
  func didEndWork() {
    let lock = lock()
    let facets = ensuredFacets
    facets.endingLifetimes -= 1
    isEnding = facets.endingLifetimes > 0
    let isReborn = !isEnding && phase == .attached && !isActivationDue
    lock.unlock()
    if isReborn { activate() }
  }

  /// Releases the contents of a context whose end was delivered; called without the lock.
  func finish(incarnation: UInt32) {
    var released: [ReleasedValue] = []
    var watchLists: ContiguousArray<WatchList> = []
    var handle: (any Sendable)?
    var companion: AnyObject?
    var bridge: BridgeObserver?
    var isAnyNotified = false
    var former: Context?
    var dependencies: [DependencyValues?] = []
    let lock = lock()
    let tree = tree
    let isOver = phase == .sealed && (facets?.incarnation ?? 0) == incarnation
    if isOver {
      phase = .removed
      for slot in 0..<layout.slotCount {
        unsafe headers[slot].flags.insert(.stale)
        unsafe headers[slot].flags.remove(.watched)
      }
      released = releaseValues(areSettled: true)
      former = takeFormerPlace()
      swap(&keptCompanion, &companion)
      if let facets {
        if facets.dependencyFacet != nil { dependencies = facets.dependencies.takeValues() }
        watchLists = facets.takeWatchLists { $0 is TrackingObserver }
        if facets.lifetimeFacet != nil { swap(&facets.handle, &handle) }
        swap(&facets.bridge, &bridge)
        isAnyNotified = markDependents(in: tree)
      }
    }
    if !isOver { noteFinish(ofIncarnation: incarnation) }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, incarnation: incarnation) }
    released = []
    withExtendedLifetime((watchLists, handle, companion, bridge)) {}
    withExtendedLifetime((former, dependencies)) {}
    if isAnyNotified { tree.deliver() }
    // SAFETY: balances `enterLifetime` of the life that has ended.
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Finishes a context that has only values, after which the caller releases it.
  ///
  /// Called with the lock of the tree held that the context has left.
  ///
  /// - Returns: Whether it was such a context, and has not joined another tree meanwhile.
  func finishPlainLeaf(of tree: Tree) -> Bool {
    // Its guard first, because the rest belongs to this lock only if it is the guard.
    guard guardLock.load(ordering: .relaxed) == tree.lock.bitPattern, facets == nil,
      keptCompanion == nil, phase == .sealed, formerParentLink.isNone,
      layout.releasableSlots.isEmpty
    else { return false }
    phase = .removed
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.stale) }
    return true
  }
}

extension Array where Element: AnyObject {
  fileprivate mutating func removeFirst(of element: Element) {
    if let index = firstIndex(where: { $0 === element }) { remove(at: index) }
  }
}
