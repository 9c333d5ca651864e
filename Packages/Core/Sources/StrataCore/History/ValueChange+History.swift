import StrataConcurrency

extension ValueChange {
  var anyOld: Any? { old }

  var anyNew: Any? { new }

  func followed(by later: any PendingChange) -> any PendingChange {
    guard let later = later as? ValueChange<Value> else { return self }
    var merged = edits ?? later.edits
    if let first = edits, let second = later.edits {
      merged = StructureEdits(
        added: first.added + second.added,
        removed: first.removed + second.removed,
        isChanged: true
      )
    }
    let change = ValueChange(context: context, slot: slot, isEqual: isEqual, edits: merged)
    change.keep(self, .old, later, .new)
    if let states, let last = later.states {
      change.states = SlotStates(before: states.before, after: last.after)
    }
    return change
  }

  var inverted: any PendingChange {
    let edits = edits.map {
      StructureEdits(added: $0.removed, removed: $0.added, isChanged: $0.isChanged)
    }
    let change = ValueChange(context: context, slot: slot, isEqual: isEqual, edits: edits)
    change.keep(self, .new, self, .old)
    change.states = states.map { SlotStates(before: $0.after, after: $0.before) }
    return change
  }

  func prepareToWrite(_ side: ChangeSide, in tree: Tree) -> Bool {
    guard context.isLive else { return true }
    return context.prepareToRestore(
      Slot<Value>(uncheckedIndex: slot),
      in: tree,
      state: side == .old ? states?.before : states?.after,
      from: side == .old ? states?.after : states?.before,
      isEqual: isEqual
    ) { current in
      // An equal value counts as the same, although it is another state.
      guard let isEqual, let known = unsafe value(side == .old ? .new : .old) else { return false }
      return unsafe isEqual(current, known.pointee)
    }
  }

  func takeBack() -> Any? {
    guard var value = old,
      unsafe context.headers[slot].flags.isDisjoint(with: [.uninitialized, .checkedOut, .released])
    else { return nil }
    context.exchange(Slot<Value>(uncheckedIndex: slot), with: &value)
    isTakenBack = true
    return value
  }

  func write(_ side: ChangeSide, _ restoration: inout Restoration) {
    guard let value = unsafe value(side) else { return }
    let slot = Slot<Value>(uncheckedIndex: slot)
    let tree = restoration.tree
    guard context.isLive else {
      return replace(
        slot,
        by: unsafe value.pointee,
        state: side == .old ? states?.before : states?.after,
        &restoration
      )
    }
    guard let container = context.layout.slots[slot.index].containerOperations else {
      return unsafe context.restore(slot, to: value.pointee, in: tree, isEqual: isEqual)
    }
    unsafe container.restore(context, slot.index, to: value, in: tree)
  }

  /// Stores a value in a context that returns.
  private func replace(
    _ slot: Slot<Value>,
    by value: Value,
    state: UInt64?,
    _ restoration: inout Restoration
  ) {
    guard restoration.returning?.contains(ObjectIdentifier(context)) ?? true,
      let former = context.replaceBeforeReturn(slot, by: value, in: restoration.tree)
    else {
      // It may have left after another value was written to it, and that write is then reverted.
      return restoration.tree.noteRejectedWrite(by: context)
    }
    let change = ValueChange(
      context: context,
      slot: slot.index,
      old: former,
      new: value,
      isEqual: isEqual
    )
    change.restoredState = state
    restoration.replaced.append(change)
  }
}

extension ContainerSlot: ContainerOperations {
  static func restore(_ context: Context, _ slot: Int, to value: UnsafeRawPointer, in tree: Tree) {
    let container = unsafe value.assumingMemoryBound(to: Value.self).pointee
    context.restore(container: Slot<Value>(uncheckedIndex: slot), to: container, in: tree)
  }

  static func acquire(_ context: Context, _ slot: Int) {
    guard context.prepareWrite(slot, to: "restore", context.lock()) else { return }
    let tree = context.tree
    if tree.transaction.owner == .current {
      context.hold(Slot<Value>(uncheckedIndex: slot), areSame)
    }
    tree.lock.unlock()
  }

  static func noteReplacement(_ context: Context, _ slot: Int) {
    let attachment = unsafe context.attachment(of: Slot<Value>(uncheckedIndex: slot))
    unsafe attachment.pointee.value.wasAssigned(&attachment.pointee.membership, over: nil)
  }
}
