import StrataConcurrency
import StrataDependencies
import Synchronization

extension Context {
  /// Takes a context that has left its tree out of it for good, so that it can join one again;
  /// called without the lock.
  ///
  /// - Returns: Whether the context may join a tree now, as far as can be told without that tree's
  ///   lock.
  func prepareToJoin(_ complain: (Obstacle) -> Void) -> Bool {
    // Not in a tree, and never was: the common case costs a load.
    if Tree.isDetachedLock(guardLock.load(ordering: .acquiring)) { return true }
    var forgotten: (values: [DependencyValues?], handle: (any Sendable)?, keyed: KeyedContexts?)
    forgotten = ([], nil, nil)
    var dependents: [DerivedCell] = []
    var former: Tree?
    var formerParent: Context?
    // Behind the lock: what dependencies hold is the program's.
    defer { withExtendedLifetime(forgotten) {} }
    let lock = lock()
    defer {
      lock.unlock()
      former?.deliver()
      withExtendedLifetime((dependents, formerParent)) {}
    }
    switch phase {
    case .detached, .frozen, .attached, .active: return true
    case .sealed, .removed: break
    }
    for slot in 0..<layout.slotCount {
      let flags = unsafe headers[slot].flags
      guard flags.isDisjoint(with: [.released, .absent, .busy, .held]) else {
        complain(flags.isDisjoint(with: [.busy, .held]) ? .released : .inUse)
        return false
      }
    }
    let own = parts?.dependencies
    forgotten = ([own?.effective, own?.inherited], parts?.handle, parts?.keyed)
    if dropDependents(in: tree, &dependents) { former = tree }
    if phase == .sealed { formerParent = takeFormerPlace() }
    beginAnew()
    return true
  }

  /// What keeps a context from joining a tree again.
  enum Obstacle {
    /// It has let go of functions or children.
    case released
    /// A thread is changing one of its properties.
    case inUse
  }

  /// Makes a context that has left its tree one that is in no tree; called with the lock held.
  private func beginAnew() {
    wakeWaitersBeforeMoving()
    let parts = ensuredParts
    parts.life += 1
    if phase == .sealed { parts.unfinishedLives += 1 }
    parts.reportedLateAccesses = []
    // The former life's, whose departure has it.
    parts.scope = nil
    // Looked up again at the new place.
    parts.dependencies.effective = nil
    parts.dependencies.inherited = nil
    parts.dependencies.generation += 1
    // A handle holds its context. One that joins gets it again, and one that does not must go.
    parts.handle = nil
    parts.keyed = KeyedContexts()
    // What the transaction in which the former life ended has noted of versions would be taken for that of
    // a later one.
    for slot in parts.edges.indices where parts.edges[slot].list.isEmpty {
      parts.edges[slot].cut()
      parts.edges[slot] = DependentEdges()
    }
    if !parts.formerTrees.contains(where: { $0 === tree }) { parts.formerTrees.append(tree) }
    for slot in 0..<layout.slotCount {
      unsafe headers[slot].flags.subtract([.refused, .stale])
    }
    guardSlots(parts.refusesCancelledTasks)
    for slot in layout.structuralSlots {
      unsafe layout.slots[slot].operations.resetRoster(address(ofSlotAt: slot))
    }
    phase = .detached
    isActivationDue = false
    // SAFETY: a shared tree stays for good.
    let detached = unsafe Tree.detachedForThisThread.takeUnretainedValue()
    detached.lock.lock()
    tree = detached
    guardLock.store(detached.lock.bitPattern, ordering: .releasing)
    detached.lock.unlock()
  }
}

extension Context {
  /// Lets the writes of cancelled tasks through again when no life before this one is unfinished;
  /// called with the lock held.
  func noteFinish(ofLife life: UInt32) {
    guard let parts, parts.life != life, parts.unfinishedLives > 0 else { return }
    parts.unfinishedLives -= 1
    guardSlots(parts.refusesCancelledTasks)
  }
}

extension StructureEdits {
  /// Lets contexts that have left a tree join again, and drops those that cannot; called without
  /// the lock.
  mutating func prepareToJoin(_ parent: Context, slot: Int, _ settlement: inout Settlement) {
    for context in duplicates {
      let identity = identity(of: context)
      settlement.complaints.append(
        .duplicateIdentity(identity, of: context, in: parent.layout, slot: slot)
      )
    }
    var isAnyFromTree = false
    added.forEachUncounted { isAnyFromTree = isAnyFromTree || !$0.isOutsideTrees }
    guard isAnyFromTree else { return }
    added.removeAll { child in
      !child.prepareToJoin { obstacle in
        let reason: Refusal.Reason = obstacle == .released ? .released : .busy
        settlement.refuse(child, by: parent, slot: slot, reason)
      }
    }
  }
}

extension Context {
  /// Whether the context is guarded by a shared lock; called without the lock.
  fileprivate var isOutsideTrees: Bool {
    Tree.isDetachedLock(guardLock.load(ordering: .acquiring))
  }
}
