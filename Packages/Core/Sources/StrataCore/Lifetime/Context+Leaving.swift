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
    guard let parts, !parts.otherParents.isEmpty else { return false }
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

  /// Removes all further links to a parent that has gone, from whichever of its slots.
  ///
  /// - Returns: Whether another parent remains.
  func losesOtherParents(_ gone: Context) -> Bool {
    if let parts, !parts.otherParents.isEmpty {
      parts.otherParents.removeAll { $0.parent === gone }
    }
    return !parentLink.isNone || promoteOtherParent()
  }

  /// Ends the life of this context and of all that only it held, in one critical section; called
  /// with the lock held.
  ///
  /// No code of the user's runs here. Appends to the settlement, parents before children.
  func seal(_ settlement: inout Settlement) {
    unlink()
    guard layout.hasStructure || parts != nil else {
      if phase.isLive { sealSelf(&settlement) }
      return
    }
    var remaining = [ContextLink(self)]
    while let link = remaining.popLast() {
      link.with { context in
        // A child that several slots of one parent hold is met several times.
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

  /// Takes all children away from a context that has gone; called with the lock held.
  ///
  /// Appends those whom nobody else holds, nor what joins by the same commit, to `remaining`.
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
    // Before the count of the context is touched: the compiler moves no counting across atomic stores.
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.refused) }
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

  /// Notes that the work of the life that has ended is told to stop; called without the lock.
  ///
  /// The context may have begun another life meanwhile, whose activation has waited for this. If that life
  /// has ended, too, the one after it waits for both.
  func didEndWork() {
    let lock = lock()
    let parts = ensuredParts
    parts.endingLives -= 1
    isEnding = parts.endingLives > 0
    let isReborn = !isEnding && phase == .attached && !isActivationDue
    lock.unlock()
    if isReborn { activate() }
  }

  /// Lets go of what a context held when its life has ended and been told of; called without the
  /// lock.
  func finish(life: UInt32) {
    var released: [(slot: Int, value: Any)] = []
    var watchLists: ContiguousArray<WatchList> = []
    var handle: (any Sendable)?
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
      if let parts {
        dependencies = parts.dependencies.takeValues()
        watchLists = parts.takeWatchLists()
        swap(&parts.handle, &handle)
        swap(&parts.bridge, &bridge)
        isAnyTold = dropDependents(in: tree, &dependents)
      }
    }
    if !isOver { noteFinish(ofLife: life) }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, life: life) }
    released = []
    withExtendedLifetime((watchLists, handle, bridge, dependents, former, dependencies)) {}
    if isAnyTold { tree.deliver() }
    // SAFETY: balances `enterLife` of the life that has ended.
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Takes functions and contexts out of all slots; called with the lock held.
  ///
  /// - Returns: What to release, by ``forgetUnmissed(_:life:)``, when the lock is given back.
  func releaseValues() -> [(slot: Int, value: Any)] {
    layout.releasableSlots.compactMap { slot in
      releaseValue(ofSlotAt: slot).map { (slot, $0) }
    }
  }

  /// Finishes the life of a context that has nothing but values; called with the lock of the tree
  /// held that it has left, after which the caller releases the context.
  ///
  /// - Returns: Whether it was one, and has not joined another tree meanwhile.
  func finishPlainLeaf(of tree: Tree) -> Bool {
    // Its guard first: the rest is this lock's only if that is the guard.
    guard guardLock.load(ordering: .relaxed) == tree.lock.bitPattern, parts == nil,
      phase == .sealed, formerParentLink.isNone, layout.releasableSlots.isEmpty
    else { return false }
    phase = .removed
    for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.stale) }
    return true
  }

  /// Notes which slots had nothing to let go of, so that they do not keep the context from a next
  /// life; called without the lock, because the containers that are asked are user code.
  func forgetUnmissed(_ released: [(slot: Int, value: Any)], life: UInt32) {
    let unmissed = released.filter { !layout.slots[$0.slot].operations.isMissed($0.value) }
    guard !unmissed.isEmpty else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .removed, (parts?.life ?? 0) == life else { return }
    for (slot, _) in unmissed { unsafe headers[slot].flags.remove(.released) }
  }

  /// Takes functions and contexts out of a slot, unless someone is at it or a history keeps it; called with
  /// the lock held.
  ///
  /// Whoever is at it calls this again when done.
  ///
  /// - Returns: What to release when the lock is given back.
  func releaseValue(ofSlotAt slot: Int) -> Any? {
    if layout.cell != nil { return emptyCell() }
    guard unsafe headers[slot].flags.isDisjoint(with: [.absent, .busy, .held]),
      (parts?.keeperCount ?? 0) == 0,
      let (value, isAbsent) = unsafe layout.slots[slot].operations.release(
        address(ofSlotAt: slot)
      )
    else { return nil }
    unsafe headers[slot].flags.formUnion(isAbsent ? [.released, .absent] : .released)
    return value
  }

  /// Takes the value out of this cell, unless someone is at it; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  private func emptyCell() -> Any? {
    guard unsafe headers[0].flags.isDisjoint(with: [.absent, .busy, .held]) else { return nil }
    return unsafe layout.slots[0].operations.empty(address(ofSlotAt: 0))
  }

  /// Ends a check-out; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back, if the context left its tree
  ///   meanwhile.
  func endCheckOut(_ slot: Int) -> Any? {
    unsafe headers[slot].flags.subtract([.busy, .absent, .announced])
    unsafe headers[slot].holder = 0
    guard unsafe headers[slot].flags.contains(.stale) else { return nil }
    return releaseValue(ofSlotAt: slot)
  }
}

extension Array where Element: AnyObject {
  fileprivate mutating func removeFirst(of element: Element) {
    if let index = firstIndex(where: { $0 === element }) { remove(at: index) }
  }
}
