import StrataConcurrency
import StrataDependencies
import Synchronization

extension Context {
  /// Removes a parent link; called with the lock held.
  ///
  /// - Returns: Whether another parent remains.
  func losesParent(_ parent: Context, slot: Int) -> Bool {
    if let parts,
      let index = parts.otherParents.firstIndex(where: {
        $0.parent === parent && Int($0.slot) == slot
      })
    {
      parts.otherParents.remove(at: index)
      parent.parts?.adoptedChildren.removeFirst(of: self)
      return true
    }
    unlink()
    return promoteOtherParent()
  }

  /// Makes the oldest of the other parents the first one.
  ///
  /// - Returns: Whether there was one.
  func promoteOtherParent() -> Bool {
    guard let parts, parts.hasOtherParents else { return false }
    let next = parts.otherParents.removeFirst()
    guard let parent = next.parent else { return false }
    parentSlot = next.slot
    if isGuest {
      parentLink = ContextLink(parent)
    } else {
      parent.parts?.adoptedChildren.removeFirst(of: self)
      link(below: parent)
    }
    return true
  }

  /// Removes all further links to a parent that has ended, from any of its slots.
  ///
  /// - Returns: Whether another parent remains.
  func losesOtherParents(_ gone: Context) -> Bool {
    if let parts, parts.hasOtherParents {
      parts.otherParents.removeAll { $0.parent === gone }
    }
    return !parentLink.isNone || promoteOtherParent()
  }

  /// Ends this context and all descendants without another parent, in one critical section; called with the lock held.
  ///
  /// No code of the user runs here. It appends to the structural commit, parents before children.
  func seal(_ settlement: inout Settlement) {
    unlink()
    guard layout.hasStructure || parts != nil else {
      if phase.isLive { sealSelf(&settlement) }
      return
    }
    var remaining = [ContextLink(self)]
    while let link = remaining.popLast() {
      link.with { context in
        // A child in several slots of one parent is met several times.
        guard context.phase.isLive else { return }
        context.sealSelf(&settlement)
        guard context.layout.hasStructure || context.parts != nil else { return }
        let first = remaining.count
        context.abandonChildren(&remaining, &settlement)
        context.abandonKeyed(&remaining, &settlement)
        remaining[first...].reverse()
      }
    }
  }

  /// Takes all children away from a context that has ended; called with the lock held.
  ///
  /// Appends those without another parent to `remaining`, unless an inserted context contains them.
  private func abandonChildren(
    _ remaining: inout [ContextLink],
    _ settlement: inout Settlement
  ) {
    unlinkChildren { child in
      if child.losesOtherParents(self) {
        settlement.noteNewFirstParent(of: child)
      } else if !settlement.claims.spare(child) {
        remaining.append(ContextLink(child))
      }
    }
    guard let parts, !parts.adoptedChildren.isEmpty else { return }
    let adopted = parts.adoptedChildren
    parts.adoptedChildren = []
    for child in adopted {
      if child.losesOtherParents(self) {
        settlement.noteNewFirstParent(of: child)
      } else if !settlement.claims.spare(child) {
        remaining.append(ContextLink(child))
      }
    }
  }

  private func sealSelf(_ settlement: inout Settlement) {
    phase = .sealed
    // Before the count of the context is touched, because the compiler moves no counting across atomic stores.
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.refused) }
    if layout.hasStructure { releaseAllChildren() }
    let departure = Departure(ending: self)
    if departure.work != nil {
      settlement.isEndingWork = true
      isEnding = true
      ensuredParts.endingLives += 1
    }
    // Handlers run here or, which is not known yet, below.
    keepFormerPlace(settlement.isEndingWork || layout.hasStructure)
    if let parts, parts.isOfDependency { endUses() }
    settlement.departed.append(departure)
  }

  /// Records that the work of an ended incarnation was cancelled; called without the lock.
  ///
  /// The context may have begun another incarnation meanwhile, whose activation has waited for this. If that one has
  /// ended as well, the one after it waits for both.
  func didEndWork() {
    let lock = lock()
    let parts = ensuredParts
    parts.endingLives -= 1
    isEnding = parts.endingLives > 0
    let isReborn = !isEnding && phase == .attached && !isActivationDue
    lock.unlock()
    if isReborn { activate() }
  }

  /// Releases the contents of a context whose end was delivered; called without the lock.
  func finish(life: UInt32) {
    var released: [(slot: Int, value: Any)] = []
    var watchLists: ContiguousArray<WatchList> = []
    var handle: (any Sendable)?
    var companion: AnyObject?
    var bridge: BridgeWatcher?
    var dependents: [DerivedCell] = []
    var isAnyTold = false
    var former: Context?
    var dependencies: [DependencyValues?] = []
    let lock = lock()
    let tree = tree
    let isOver = phase == .sealed && (parts?.life ?? 0) == life
    if isOver {
      phase = .removed
      for slot in 0..<layout.slotCount {
        unsafe headers[slot].flags.insert(.stale)
        unsafe headers[slot].flags.remove(.watched)
      }
      released = releaseValues()
      former = takeFormerPlace()
      swap(&keptCompanion, &companion)
      if let parts {
        if parts.dependencyFacet != nil { dependencies = parts.dependencies.takeValues() }
        watchLists = parts.takeWatchLists()
        if parts.lifeFacet != nil { swap(&parts.handle, &handle) }
        swap(&parts.bridge, &bridge)
        isAnyTold = dropDependents(in: tree, &dependents)
      }
    }
    if !isOver { noteFinish(ofLife: life) }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, life: life) }
    released = []
    withExtendedLifetime((watchLists, handle, companion, bridge)) {}
    withExtendedLifetime((dependents, former, dependencies)) {}
    if isAnyTold { tree.deliver() }
    // SAFETY: balances `enterLife` of the life that has ended.
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Finishes a context that has only values, after which the caller releases it.
  ///
  /// Called with the lock of the tree held that the context has left.
  ///
  /// - Returns: Whether it was such a context, and has not joined another tree meanwhile.
  func finishPlainLeaf(of tree: Tree) -> Bool {
    // Its guard first, because the rest belongs to this lock only if it is the guard.
    guard guardLock.load(ordering: .relaxed) == tree.lock.bitPattern, parts == nil,
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
