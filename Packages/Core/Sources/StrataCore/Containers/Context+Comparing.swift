import StrataConcurrency

extension StructureEdits {
  /// Collects the handles that are to be stored with the contexts that have joined.
  ///
  /// - Parameter find: Offers handles to a search; not called where no layout stores handles.
  package mutating func takeHandles(_ find: (inout HandleSearch) -> Void) {
    guard !added.isEmpty else { return }
    var search = HandleSearch(for: added)
    guard !search.isOver else { return }
    find(&search)
    handles = search.handles
  }
}

extension Context {
  /// Asks a container, whose slot is checked out, for its edits; called without the lock.
  ///
  /// Inlinable, as the comparison itself is. A caller that knows the container's type compares a context in one or two
  /// nanoseconds. Through witnesses it takes some 200.
  @inlinable
  @inline(__always)
  func reconcile<Value: ContextContainer>(
    _ attachment: UnsafeMutablePointer<ContainerStorage<Value>>,
    slot: Int
  ) -> StructureEdits {
    var edits = unsafe attachment.pointee.value.reconcile(&attachment.pointee.membership)
    if edits.isWhole { edits = unsafe compareWhole(edits, attachment, slot: slot) }
    if !edits.isChanged, Value.contents == .mixed { return .beside }
    return edits
  }

  @usableFromInline
  func compareWhole<Value: ContextContainer>(
    _ edits: StructureEdits,
    _ attachment: UnsafeMutablePointer<ContainerStorage<Value>>,
    slot: Int
  ) -> StructureEdits {
    var compared = compare(edits.added, slot: slot)
    // The children have the order in which they have joined, which is not that of the container.
    if !compared.isChanged, edits.added.count > 1,
      !edits.added.elementsEqual(edits.removed, by: ===)
    {
      compared.noteMove()
    }
    unsafe attachment.pointee.value.takeHandles(along: &compared)
    let continued = unsafe attachment.pointee.value.continueByIdentity(
      &compared,
      &attachment.pointee.membership
    )
    if !continued.isEmpty {
      unsafe attachment.pointee.value.replaceContexts { continued[ObjectIdentifier($0)] }
    }
    return compared
  }

  /// Compares the slot's current contexts with the children, in whatever order.
  func compare(_ present: [Context], slot: Int) -> StructureEdits {
    let lock = lock()
    let children = phase.isLive ? linkedChildren.filter { $0.isChild(of: self, slot: slot) } : []
    lock.unlock()
    if present.elementsEqual(children, by: ===) { return StructureEdits() }
    let before = Set(children.lazy.map(ObjectIdentifier.init))
    let after = Set(present.lazy.map(ObjectIdentifier.init))
    return StructureEdits(
      added: present.filter { !before.contains(ObjectIdentifier($0)) },
      removed: children.filter { !after.contains(ObjectIdentifier($0)) }
    )
  }
}
