/// The memory of a structural slot: the value, and the membership of its contexts.
///
/// The value comes first, so that it is read at the same address as in a plain slot.
@usableFromInline
struct ContainerStorage<Value: ContextContainer> {
  @usableFromInline var value: Value
  @usableFromInline var membership: Value.Membership

  @usableFromInline
  init(value: Value) {
    self.value = value
    membership = Value.Membership()
  }
}

@available(*, unavailable)
extension ContainerStorage: Sendable {}

/// Operations of a slot that contains contexts.
enum ContainerSlot<Value: ContextContainer>: SlotOperations {
  private static func attachment(
    _ memory: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<ContainerStorage<Value>> {
    unsafe memory.assumingMemoryBound(to: ContainerStorage<Value>.self)
  }

  /// The membership, found without the type of the whole storage, which the runtime would have to look up.
  // SAFETY: Swift stores the fields of a struct in order, each at the next multiple of its alignment.
  private static func membership(
    _ memory: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Value.Membership> {
    let mask = MemoryLayout<Value.Membership>.alignment - 1
    let offset = (MemoryLayout<Value>.size + mask) & ~mask
    assert(offset == MemoryLayout<ContainerStorage<Value>>.offset(of: \.membership))
    return unsafe (memory + offset).assumingMemoryBound(to: Value.Membership.self)
  }

  static var isTrivial: Bool { false }

  static var isReleasable: Bool { true }

  static func deinitialize(_ memory: UnsafeMutableRawPointer) {
    unsafe attachment(memory).deinitialize(count: 1)
  }

  static func take(_ memory: UnsafeMutableRawPointer) -> Any {
    unsafe attachment(memory).move()
  }

  static func release(_ memory: UnsafeMutableRawPointer, isSettled: Bool) -> ReleasedContent? {
    // Values with other contents may store functions beside the contexts.
    let isOfHandles = isSettled && Value.contents == .handles
    let known = isOfHandles ? unsafe membership(memory).pointee.knownCount : nil
    if known == 0 { return nil }
    // A value that cannot be empty stays, so that a read after the end has a result. It closes no cycle, because no
    // model is below itself and the functions of the contexts in it are released.
    // Its copy tells whether there are contexts, which nobody may ask with the lock held.
    guard let empty = Value.makeEmpty() else {
      let copy = unsafe ContainerStorage(value: attachment(memory).pointee.value)
      return ReleasedContent(value: copy)
    }
    let old = unsafe attachment(memory).move()
    unsafe attachment(memory).initialize(to: ContainerStorage(value: empty))
    return ReleasedContent(value: old, isKnownMissed: known != nil)
  }

  static func isMissed(_ value: Any) -> Bool {
    guard let attachment = value as? ContainerStorage<Value> else { return true }
    var isMissed = false
    attachment.value.forEachContext { _ in isMissed = true }
    return isMissed
  }

  static func reconcile(_ context: Context, slot: Int) -> StructureEdits {
    unsafe context.reconcile(attachment(context.address(ofSlotAt: slot)), slot: slot)
  }

  static func resetMembership(_ memory: UnsafeMutableRawPointer) {
    unsafe membership(memory).pointee = Value.Membership()
  }

  static func holds(_ context: Context, _ memory: UnsafeMutableRawPointer) -> Bool {
    unsafe membership(memory).pointee.contains(context)
  }

  static func copy(_ source: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer) {
    unsafe attachment(memory).initialize(
      to: ContainerStorage(value: attachment(source).pointee.value)
    )
  }

  static func initializeMembership(_ memory: UnsafeMutableRawPointer) {
    unsafe membership(memory).initialize(to: Value.Membership())
  }

  static func replaceContexts(
    _ memory: UnsafeMutableRawPointer,
    _ replacement: (Context) -> Context?
  ) {
    unsafe attachment(memory).pointee.value.replaceContexts(replacement)
  }

  static func takeOut(_ rejected: Context, of context: Context, slot: Int) -> Bool {
    context[container: Slot<Value>(uncheckedIndex: slot)].removeContexts { $0 === rejected }
  }

  static func adjacentContexts(of context: Context, slot: Int) -> [AdjacentContext] {
    let value = context.read(Slot<Value>(uncheckedIndex: slot))
    var adjacentContexts: [AdjacentContext] = []
    var keepsHandles = false
    value.forEachContext { held in
      adjacentContexts.append(AdjacentContext(context: held))
      keepsHandles = keepsHandles || held.layout.keepsHandles
    }
    guard keepsHandles else { return adjacentContexts }
    var handles: [ObjectIdentifier: any Sendable] = [:]
    value.forEachHandle { handles[ObjectIdentifier($0)] = $1 }
    return adjacentContexts.map {
      AdjacentContext(context: $0.context, handle: handles[ObjectIdentifier($0.context)])
    }
  }

  static func makeForcedChange(_ context: Context, slot: Int) -> any PendingChange {
    ValueChange<Value>.forced(context, slot, isEqual: areSame)
  }

  static func makeChange(
    _ context: Context,
    slot: Int,
    since open: (any PendingChange)?,
    _ edits: StructureEdits
  ) -> any PendingChange {
    // The record from the beginning of the change lacks only the end.
    let begun = open.flatMap { $0 as? ValueChange<Value> }
    let change = begun ?? ValueChange(context: context, slot: slot, isEqual: areSame)
    change.edits = edits
    change.captureNewValue()
    return change
  }

  static func value(_ memory: UnsafeMutableRawPointer) -> Any {
    unsafe attachment(memory).pointee.value
  }

  static func contexts(of value: Any) -> [Context] {
    var contexts: [Context] = []
    (value as? Value)?.forEachContext { contexts.append($0) }
    return contexts
  }

  static func valueBefore(_ context: Context, _ slot: Int) -> Any? {
    let before: Value? = context.tree.before(context, slot)
    return before
  }

  static func assign(_ value: Any, to slot: Int, of context: Context) -> Bool {
    guard let value = value as? Value else { return false }
    context[container: Slot(uncheckedIndex: slot)] = value
    return true
  }

  static func bareValue(_ memory: UnsafeRawPointer) -> Any {
    unsafe memory.assumingMemoryBound(to: Value.self).pointee
  }

  static func hold(
    _ memory: UnsafeRawPointer,
    _ context: Context,
    _ slot: Int,
    isCompared: Bool
  ) -> any PendingChange {
    let value = unsafe memory.assumingMemoryBound(to: Value.self).pointee
    return ValueChange(
      context: context,
      slot: slot,
      old: value,
      isEqual: isCompared ? areSame : nil
    )
  }

  static var areSame: (Value, Value) -> Bool { { $0.isSame(as: $1) } }
}
