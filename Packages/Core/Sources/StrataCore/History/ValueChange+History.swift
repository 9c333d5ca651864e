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
    return change
  }

  var inverted: any PendingChange {
    let edits = edits.map {
      StructureEdits(added: $0.removed, removed: $0.added, isChanged: $0.isChanged)
    }
    let change = ValueChange(context: context, slot: slot, isEqual: isEqual, edits: edits)
    change.keep(self, .new, self, .old)
    return change
  }

  func write(_ side: ChangeSide, _ restoration: inout Restoration) {
    guard let value = side == .old ? old : new else { return }
    let slot = Slot<Value>(uncheckedIndex: slot)
    let tree = restoration.tree
    guard context.isLive else { return replace(slot, by: value, &restoration) }
    let operations = context.layout.slots[slot.index].operations
    guard let container = operations as? any ContainerOperations.Type else {
      return context.restore(slot, to: value, in: tree, isEqual: isEqual)
    }
    unsafe withUnsafePointer(to: value) { value in
      unsafe container.restore(context, slot.index, to: value, in: tree)
    }
  }

  /// Puts a value in place in a context that comes back.
  private func replace(_ slot: Slot<Value>, by value: Value, _ restoration: inout Restoration) {
    guard restoration.returning?.contains(ObjectIdentifier(context)) ?? true,
      let former = context.replaceBeforeReturn(slot, by: value, in: restoration.tree)
    else { return }
    restoration.replaced.append(
      ValueChange(context: context, slot: slot.index, old: former, new: value, isEqual: isEqual)
    )
  }
}

/// What is known while values from before are written.
struct Restoration {
  let tree: Tree
  /// Contexts that had left the tree by what is taken back; `nil` for all that are known.
  let returning: Set<ObjectIdentifier>?
  /// What was changed in them before their return.
  var replaced: [any PendingChange] = []
}

/// What only slots with contexts can do.
protocol ContainerOperations: SlotOperations {
  /// Gives a slot a value from before; called in a transaction, without the lock.
  static func restore(_ context: Context, _ slot: Int, to value: UnsafeRawPointer, in tree: Tree)
}

extension ContainerSlot: ContainerOperations {
  static func restore(_ context: Context, _ slot: Int, to value: UnsafeRawPointer, in tree: Tree) {
    let container = unsafe value.assumingMemoryBound(to: Value.self).pointee
    context.restore(container: Slot<Value>(uncheckedIndex: slot), to: container, in: tree)
  }
}
