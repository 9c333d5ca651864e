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
      let cell = unsafe checkOutContainer(slot)
      unsafe swap(&cell.pointee.value, &value)
      unsafe cell.pointee.value.wasAssigned(&cell.pointee.roster, over: value)
      unsafe checkInContainer(slot, cell)
    }
    _modify {
      let cell = unsafe checkOutContainer(slot)
      defer { unsafe checkInContainer(slot, cell) }
      unsafe cell.pointee.value.willChange(&cell.pointee.roster)
      yield unsafe &cell.pointee.value
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
      let cell = unsafe checkOutContainer(slot)
      unsafe swap(&cell.pointee.value, &value)
      unsafe cell.pointee.value.wasAssigned(&cell.pointee.roster, over: value)
      // Compared while the slot is checked out, which is outside the lock.
      let isEqual = unsafe Value.contents == .mixed && cell.pointee.value == value
      unsafe checkInContainer(slot, cell, isEqual: isEqual)
    }
    _modify {
      let cell = unsafe checkOutContainer(slot)
      defer { unsafe checkInContainer(slot, cell) }
      unsafe cell.pointee.value.willChange(&cell.pointee.roster)
      yield unsafe &cell.pointee.value
    }
  }

  /// Gives a structural slot its first value.
  ///
  /// - Precondition: The context is not shared with another thread yet.
  @inlinable
  public func initialize<Value: ContextContainer>(container slot: Slot<Value>, to value: Value) {
    checkType(slot)
    let cell = unsafe cell(of: slot)
    if unsafe headers[slot.index].flags.contains(.absent) {
      unsafe cell.initialize(to: ContainerCell(value: value))
      unsafe headers[slot.index].flags.remove(.absent)
    } else {
      unsafe cell.pointee.value = value
    }
  }

  @inlinable
  func cell<Value: ContextContainer>(
    of slot: Slot<Value>
  ) -> UnsafeMutablePointer<ContainerCell<Value>> {
    unsafe address(ofSlotAt: slot.index).assumingMemoryBound(to: ContainerCell<Value>.self)
  }

  @inlinable
  @inline(__always)
  func checkOutContainer<Value: ContextContainer>(
    _ slot: Slot<Value>
  ) -> UnsafeMutablePointer<ContainerCell<Value>> {
    checkType(slot)
    let lock = lock()
    if unsafe headers[slot.index].flags == .structural, lock.attention & Attention.slowsWrites == 0
    {
      unsafe headers[slot.index].flags = [.structural, .busy, .absent]
      unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
      lock.unlock()
      return unsafe cell(of: slot)
    }
    return unsafe checkOutContainerUnusual(slot, lock)
  }

  @usableFromInline
  func checkOutContainerUnusual<Value: ContextContainer>(
    _ slot: Slot<Value>,
    _ lock: LockReference
  ) -> UnsafeMutablePointer<ContainerCell<Value>> {
    guard prepareWrite(slot.index, to: "change", lock) else {
      let scratch = UnsafeMutablePointer<ContainerCell<Value>>.allocate(capacity: 1)
      unsafe scratch.initialize(to: ContainerCell(value: peek(slot)))
      return unsafe scratch
    }
    keepBeforeChange(slot)
    unsafe headers[slot.index].flags.formUnion([.busy, .absent])
    unsafe headers[slot.index].holder = ThreadIdentity.current.rawValue
    claimWaiters(for: slot.index)
    tree.lock.unlock()
    return unsafe cell(of: slot)
  }

  /// Retains the value from before a change in place, if a reader needs it; called with the lock held.
  func keepBeforeChange<Value: ContextContainer>(_ slot: Slot<Value>) {
    let areSame = ContainerSlot<Value>.areSame
    if tree.transaction.owner == .current {
      hold(slot, areSame)
    } else if keepsOld(slot) {
      let old = unsafe pointer(to: slot).pointee
      let change = ValueChange(context: self, slot: slot.index, old: old, isEqual: areSame)
      ensuredParts.openChanges.append(change)
    }
  }

  /// Whether a change log wants the previous value, or observers are to be spared a change that makes no difference.
  ///
  /// A comparison of contexts finds out the latter alone, if the value is nothing else.
  private func keepsOld<Value: ContextContainer>(_ slot: Slot<Value>) -> Bool {
    tree.keepsOld(self, slot.index)
      || (Value.contents == .mixed && tree.isObserved(self, slot.index))
  }

  @inlinable
  @inline(__always)
  func checkInContainer<Value: ContextContainer>(
    _ slot: Slot<Value>,
    _ cell: UnsafeMutablePointer<ContainerCell<Value>>,
    isEqual: Bool = false
  ) {
    guard unsafe cell == self.cell(of: slot) else {
      unsafe cell.deinitialize(count: 1)
      unsafe cell.deallocate()
      return
    }
    switch reconciliation(slot.index) {
    case .now: break
    case .atCommit:
      unsafe continueLives(in: cell, slot: slot.index)
      return checkInErased(slot.index)
    case .whenJoining:
      // Everything will be new then, also the parts that this change has not touched.
      unsafe cell.pointee.roster = Value.Roster()
      return checkInErased(slot.index)
    }
    let edits = unsafe reconcile(cell, slot: slot.index)
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
    let open = parts?.takeOpenChange(of: slot)
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
    var settlement = Settlement()
    edits.prepareToJoin(self, slot: slot, &settlement)
    settlement.noteClaims(in: edits, of: self)
    let lock = lock()
    let tree = tree
    let waiters = takeWaiters(for: slot)
    settle(edits, slot: slot, &settlement)
    let open = parts?.takeOpenChange(of: slot)
    let isHeard = phase.isLive && tree.isHeard(self, slot)
    if !isHeard, settlement.isOfInterestToNobody, lock.attention & Attention.tellsOfLeaving == 0 {
      let leftover = endCheckOut(slot)
      lock.unlock()
      for waiter in waiters { waiter.wake() }
      withExtendedLifetime((leftover, open)) {}
      return Departure.conclude(settlement.departed, of: tree)
    }
    var changes = settlement.takeSignals()
    if isHeard || !settlement.departed.isEmpty || !changes.isEmpty {
      if isHeard {
        let operations = layout.slots[slot].operations
        changes.append(operations.makeChange(self, slot: slot, since: open, edits))
      }
      if !tree.journals.isEmpty { settlement.journaled = tree.sortForJournals(changes) }
      settlement.ticket = tree.enqueue(
        changes,
        journaled: settlement.journaled,
        departed: settlement.departed,
        isReady: settlement.isEmpty
      )
    }
    let leftover = endCheckOut(slot)
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((leftover, open)) {}
    tree.finish(settlement)
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
