public import StrataConcurrency

extension Context {
  /// A structural slot's value, for reading, writing and changing in place.
  ///
  /// Each change is followed by a structural commit. Contexts that the value no longer contains leave the tree. New
  /// contexts join and are activated. Then the slot's observers are notified, if the structure differs.
  @inlinable
  public subscript<Value: ContextContainer>(container slot: Slot<Value>) -> Value {
    get { read(slot) }
    set {
      var value = newValue
      let attachment = unsafe checkOutContainer(slot)
      unsafe swap(&attachment.pointee.value, &value)
      unsafe attachment.pointee.value.wasAssigned(&attachment.pointee.membership, over: value)
      unsafe checkInContainer(slot, attachment)
    }
    _modify {
      let attachment = unsafe checkOutContainer(slot)
      defer { unsafe checkInContainer(slot, attachment) }
      unsafe attachment.pointee.value.willChange(&attachment.pointee.membership)
      yield unsafe &attachment.pointee.value
    }
  }

  /// A structural slot's value, for reading, writing and changing in place.
  ///
  /// A write of an equal value notifies no observer, if values are more than the contexts they contain.
  @inlinable
  public subscript<Value: ContextContainer & Equatable>(container slot: Slot<Value>) -> Value {
    get { read(slot) }
    set {
      var value = newValue
      let attachment = unsafe checkOutContainer(slot)
      unsafe swap(&attachment.pointee.value, &value)
      unsafe attachment.pointee.value.wasAssigned(&attachment.pointee.membership, over: value)
      // Compared while the slot is checked out, which is outside the lock.
      let isEqual = unsafe Value.contents == .mixed && attachment.pointee.value == value
      unsafe checkInContainer(slot, attachment, isEqual: isEqual)
    }
    _modify {
      let attachment = unsafe checkOutContainer(slot)
      defer { unsafe checkInContainer(slot, attachment) }
      unsafe attachment.pointee.value.willChange(&attachment.pointee.membership)
      yield unsafe &attachment.pointee.value
    }
  }

  /// Gives a structural slot its first value.
  ///
  /// - Precondition: The context is not shared with another thread yet.
  @inlinable
  public func initialize<Value: ContextContainer>(container slot: Slot<Value>, to value: Value) {
    checkType(slot)
    let attachment = unsafe attachment(of: slot)
    if unsafe headers[slot.index].flags.contains(.uninitialized) {
      unsafe attachment.initialize(to: ContainerStorage(value: value))
      unsafe headers[slot.index].flags.remove(.uninitialized)
    } else {
      unsafe attachment.pointee.value = value
    }
  }

  @inlinable
  func attachment<Value: ContextContainer>(
    of slot: Slot<Value>
  ) -> UnsafeMutablePointer<ContainerStorage<Value>> {
    unsafe address(ofSlotAt: slot.index).assumingMemoryBound(to: ContainerStorage<Value>.self)
  }

  @inlinable
  @inline(__always)
  func checkOutContainer<Value: ContextContainer>(
    _ slot: Slot<Value>
  ) -> UnsafeMutablePointer<ContainerStorage<Value>> {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags == .structural, lock.flagWord & TreeFlags.slowsWrites == 0 {
      unsafe headers[slot.index].flags = [.structural, .checkedOut, .uninitialized]
      unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
      lock.unlock()
      return unsafe attachment(of: slot)
    }
    return unsafe checkOutContainerSlowPath(slot, lock)
  }

  @usableFromInline
  func checkOutContainerSlowPath<Value: ContextContainer>(
    _ slot: Slot<Value>,
    _ lock: LockReference
  ) -> UnsafeMutablePointer<ContainerStorage<Value>> {
    guard prepareWrite(slot.index, to: "change", lock) else {
      let scratch = UnsafeMutablePointer<ContainerStorage<Value>>.allocate(capacity: 1)
      unsafe scratch.initialize(to: ContainerStorage(value: peek(slot)))
      return unsafe scratch
    }
    keepBeforeChange(slot)
    unsafe headers[slot.index].flags.formUnion([.checkedOut, .uninitialized])
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    acquireWaiters(for: slot.index)
    tree.lock.unlock()
    return unsafe attachment(of: slot)
  }

  /// Retains the value from before a change in place, if a reader needs it; called with the lock held.
  func keepBeforeChange<Value: ContextContainer>(_ slot: Slot<Value>) {
    let areSame = ContainerSlot<Value>.areSame
    if tree.transaction.owner == .current {
      hold(slot, areSame)
    } else if keepsOld(slot) {
      let old = unsafe pointer(to: slot).pointee
      let change = ValueChange(context: self, slot: slot.index, old: old, isEqual: areSame)
      ensuredFacets.openChanges.append(change)
    }
  }

  /// Whether a change log or a change listener wants the previous value, or observers are to be spared a change that
  /// makes no difference.
  ///
  /// A comparison of contexts finds out the latter alone, if the value is nothing else.
  private func keepsOld<Value: ContextContainer>(_ slot: Slot<Value>) -> Bool {
    tree.keepsOldInPlace(self, slot.index)
      || (Value.contents == .mixed && tree.isObserved(self, slot.index))
  }

  @inlinable
  @inline(__always)
  func checkInContainer<Value: ContextContainer>(
    _ slot: Slot<Value>,
    _ attachment: UnsafeMutablePointer<ContainerStorage<Value>>,
    isEqual: Bool = false
  ) {
    guard unsafe attachment == self.attachment(of: slot) else {
      unsafe attachment.deinitialize(count: 1)
      unsafe attachment.deallocate()
      return
    }
    switch reconciliation(slot.index) {
    case .now: break
    case .atCommit:
      unsafe continueLifetimes(in: attachment, slot: slot.index)
      return checkInErased(slot.index)
    case .whenJoining:
      // Everything will be new then, also the parts that this change has not touched.
      unsafe attachment.pointee.membership = Value.Membership()
      return checkInErased(slot.index)
    }
    let edits = unsafe reconcile(attachment, slot: slot.index)
    if !edits.isChanged || (isEqual && edits.isBeside) {
      return checkInErased(slot.index)
    }
    checkInStructure(slot.index, edits)
  }

  /// The time at which a changed container is compared with the tree.
  @usableFromInline
  func reconciliation(_ slot: Int) -> Reconciliation {
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive else { return .whenJoining }
    return unsafe headers[slot].flags.contains(.held) ? .atCommit : .now
  }

  /// Ends a check-out without looking at the value.
  @usableFromInline
  func checkInErased(_ slot: Int) {
    let lock = lock()
    let open = facets?.takeOpenChange(of: slot)
    let leftover = endCheckOut(slot)
    let waiters = takeWaiters(for: slot)
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((leftover, open)) {}
  }

  /// Ends the check-out of a container whose structure has changed.
  ///
  /// Not generic, because looking up the types of a change takes longer than all the rest without an observer.
  @usableFromInline
  func checkInStructure(_ slot: Int, _ edits: consuming StructureEdits) {
    var commit = StructuralCommit()
    edits.prepareToJoin(self, slot: slot, &commit)
    commit.noteOwnership(in: edits, of: self)
    let lock = lock()
    let tree = tree
    let waiters = takeWaiters(for: slot)
    settle(edits, slot: slot, &commit)
    let open = facets?.takeOpenChange(of: slot)
    let isHeard = phase.isLive && tree.isHeard(self, slot)
    if !isHeard, commit.isOfInterestToNobody, lock.flagWord & TreeFlags.slowsRemovals == 0 {
      let leftover = endCheckOut(slot)
      lock.unlock()
      for waiter in waiters { waiter.wake() }
      withExtendedLifetime((leftover, open)) {}
      return RemovalRecord.conclude(commit.departed, of: tree)
    }
    var changes = commit.takeSignals()
    if isHeard || !commit.departed.isEmpty || !changes.isEmpty {
      if isHeard {
        let operations = layout.slots[slot].operations
        changes.append(operations.makeChange(self, slot: slot, since: open, edits))
      }
      if !tree.changeLogs.isEmpty { commit.logged = tree.sortForChangeLogs(changes) }
      commit.ticket = tree.enqueue(
        changes,
        logged: commit.logged,
        departed: commit.departed,
        isReady: commit.isEmpty
      )
    }
    let leftover = endCheckOut(slot)
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((leftover, open)) {}
    tree.finish(commit)
  }
}

/// The time at which a changed container is compared with the tree.
@frozen
@usableFromInline
enum Reconciliation: Sendable {
  /// As soon as the change has ended.
  case now
  /// When the transaction ends.
  case atCommit
  /// When the context joins a tree, because it has no children before that.
  case whenJoining
}
