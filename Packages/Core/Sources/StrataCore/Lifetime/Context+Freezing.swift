import StrataConcurrency

extension Context {
  /// An immutable copy of this context and its descendants, which is a consistent snapshot.
  ///
  /// The copies have the kinds and the identities of the originals, and values of their own. Later writes to the
  /// originals do not reach them. Writes to the copies are reported and have no effect. They belong to no tree. The
  /// copy shows no writes of another thread's open transaction.
  ///
  /// In a live tree no write falls between the copies of two contexts. Contexts that are in no tree are copied one
  /// after the other.
  ///
  /// - Parameter isTracked: Whether the open tracking scope of this thread, if any, counts each property of each copied
  ///   context as read.
  /// - Returns: The copy; a frozen context itself.
  /// - Precondition: This thread is not changing a property of the subtree in place.
  /// - Complexity: O(size of the subtree), all of it under the tree's lock.
  public func frozenCopy(isTracked: Bool = false) -> Context {
    var copier = Copier(isFrozen: true, isTracked: isTracked)
    return copier.copy(self)
  }

  /// A copy of this context and its descendants that is in no tree and can join one.
  ///
  /// It is otherwise as a frozen copy. It also has the originals' closures for activation and their dependencies.
  package func unboundCopy() -> Context {
    var copier = Copier(isFrozen: false, isTracked: false)
    return copier.copy(self)
  }
}

/// Copies contexts that refer to one another.
private struct Copier {
  let isFrozen: Bool
  let isTracked: Bool
  /// The copies by their originals, which the copied values contain until their handles are replaced.
  var copies: [ObjectIdentifier: Context] = [:]
  /// Copies whose values still contain handles of the originals.
  var unfinished: [Context] = []

  init(isFrozen: Bool, isTracked: Bool) {
    self.isFrozen = isFrozen
    self.isTracked = isTracked
  }

  /// Iterative, because a tree may be deeper than a thread's stack.
  mutating func copy(_ root: Context) -> Context {
    let copy = known(root)
    while let made = unfinished.popLast() {
      for slot in made.layout.structuralSlots {
        // No other thread knows the copy yet, so its memory needs no lock.
        guard unsafe !made.headers[slot].flags.contains(.uninitialized) else { continue }
        unsafe made.layout.slots[slot].operations.replaceContexts(
          made.address(ofSlotAt: slot)
        ) { known($0) }
      }
    }
    return copy
  }

  private mutating func known(_ original: Context) -> Context {
    if let copy = copies[ObjectIdentifier(original)] { return copy }
    copySubtree(of: original)
    return copies[ObjectIdentifier(original)] ?? original
  }

  /// Copies a context and, where they are linked, its descendants.
  private mutating func copySubtree(of root: Context) {
    var attempt = 0
    while true {
      let lock = root.lock()
      guard root.phase != .frozen else {
        lock.unlock()
        copies[ObjectIdentifier(root)] = root
        return
      }
      let subtree = root.linkedSubtree
      if let (context, slot) = Self.blocker(in: subtree) {
        context.wait(forSlot: slot, to: "copy", attempt: &attempt, lock)
        continue
      }
      for context in subtree where copies[ObjectIdentifier(context)] == nil {
        let copy = context.makeCopy(isFrozen: isFrozen, isTracked: isTracked)
        copies[ObjectIdentifier(context)] = copy
        if copy.layout.hasStructure { unfinished.append(copy) }
      }
      lock.unlock()
      return
    }
  }

  /// A slot in the subtree that a thread is changing in place.
  private static func blocker(in subtree: [Context]) -> (context: Context, slot: Int)? {
    for context in subtree {
      if let slot = context.slotChangedInPlace { return (context, slot) }
      for attachment in context.facets?.keyed.recordedAttachments ?? [] {
        if let slot = attachment.slotChangedInPlace { return (attachment, slot) }
      }
    }
    return nil
  }
}

extension Context {
  /// A slot whose value a thread is changing in place; called with the lock held.
  fileprivate var slotChangedInPlace: Int? {
    (0..<layout.slotCount).first {
      unsafe headers[$0].flags.isSuperset(of: [.checkedOut, .uninitialized])
    }
  }

  /// Copies the values of this context and its attachments; called with the lock held.
  func makeCopy(isFrozen: Bool, isTracked: Bool) -> Context {
    let copy = Context(layout: layout, id: id)
    if isFrozen { copy.phase = .frozen } else { copyPlans(to: copy) }
    let isOfAnother = tree.transaction.owner != LogicalThread.current
    for slot in 0..<layout.slotCount {
      if isTracked, TrackingScope.isAnyOpen { TrackingScope.note(self, slot) }
      let flags = unsafe headers[slot].flags
      if isFrozen { unsafe copy.headers[slot].flags.insert(.rejected) }
      guard !flags.contains(.uninitialized) else { continue }
      let memory = unsafe copy.address(ofSlotAt: slot)
      let operations = layout.slots[slot].operations
      if isOfAnother, flags.contains(.held), let change = tree.heldChange(self, slot),
        unsafe change.copyOld(to: memory)
      {
        unsafe operations.initializeMembership(memory)
      } else {
        unsafe operations.copy(address(ofSlotAt: slot), to: memory)
      }
      unsafe copy.headers[slot].flags.remove(.uninitialized)
    }
    copyAttachments(to: copy, isFrozen: isFrozen, isTracked: isTracked)
    return copy
  }

  /// Copies the closures for the beginning of the copy's first incarnation.
  private func copyPlans(to copy: Context) {
    guard let facets else { return }
    if facets.lifetimeFacet != nil { copy.ensuredFacets.activationBodies = facets.activationBodies }
    if facets.dependencyFacet != nil {
      copy.ensuredFacets.dependencies.updates = facets.dependencies.updates
    }
  }
}
