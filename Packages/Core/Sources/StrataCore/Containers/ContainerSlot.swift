/// The memory of a structural slot: the value, and the membership of its contexts.
///
/// The value comes first, so that it is read at the same address as in a plain slot.
@usableFromInline
struct ContainerCell<Value: ContextContainer> {
  @usableFromInline var value: Value
  @usableFromInline var roster: Value.Roster

  @usableFromInline
  init(value: Value) {
    self.value = value
    roster = Value.Roster()
  }
}

@available(*, unavailable)
extension ContainerCell: Sendable {}

/// Operations of a slot that contains contexts.
enum ContainerSlot<Value: ContextContainer>: SlotOperations {
  private static func cell(
    _ memory: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<ContainerCell<Value>> {
    unsafe memory.assumingMemoryBound(to: ContainerCell<Value>.self)
  }

  static var isTrivial: Bool { false }

  static var isReleasable: Bool { true }

  static func deinitialize(_ memory: UnsafeMutableRawPointer) {
    unsafe cell(memory).deinitialize(count: 1)
  }

  static func take(_ memory: UnsafeMutableRawPointer) -> Any {
    unsafe cell(memory).move()
  }

  static func release(_ memory: UnsafeMutableRawPointer) -> (value: Any, isAbsent: Bool)? {
    // A value that cannot be empty stays, so that a read after the end has a result. It closes no cycle, because no
    // model is below itself and the functions of the contexts in it are released.
    guard let empty = Value.makeEmpty() else { return ((), false) }
    let old = unsafe cell(memory).move()
    unsafe cell(memory).initialize(to: ContainerCell(value: empty))
    return (old, false)
  }

  static func isMissed(_ value: Any) -> Bool {
    guard let cell = value as? ContainerCell<Value>, Value.makeEmpty() != nil else { return true }
    var isMissed = false
    cell.value.forEachContext { _ in isMissed = true }
    return isMissed
  }

  static func reconcile(_ context: Context, slot: Int) -> StructureEdits {
    unsafe context.reconcile(cell(context.address(ofSlotAt: slot)), slot: slot)
  }

  static func resetRoster(_ memory: UnsafeMutableRawPointer) {
    unsafe cell(memory).pointee.roster = Value.Roster()
  }

  static func holds(_ context: Context, _ memory: UnsafeMutableRawPointer) -> Bool {
    unsafe cell(memory).pointee.roster.contains(context)
  }

  static func copy(_ source: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer) {
    unsafe cell(memory).initialize(to: ContainerCell(value: cell(source).pointee.value))
  }

  static func initializeRoster(_ memory: UnsafeMutableRawPointer) {
    guard let offset = MemoryLayout<ContainerCell<Value>>.offset(of: \.roster) else { return }
    unsafe (memory + offset).initializeMemory(as: Value.Roster.self, to: Value.Roster())
  }

  static func replaceContexts(
    _ memory: UnsafeMutableRawPointer,
    _ replacement: (Context) -> Context?
  ) {
    unsafe cell(memory).pointee.value.replaceContexts(replacement)
  }

  static func takeOut(_ refused: Context, of context: Context, slot: Int) -> Bool {
    context[container: Slot<Value>(uncheckedIndex: slot)].removeContexts { $0 === refused }
  }

  static func neighbours(of context: Context, slot: Int) -> [Neighbour] {
    let value = context.read(Slot<Value>(uncheckedIndex: slot))
    var neighbours: [Neighbour] = []
    var keepsHandles = false
    value.forEachContext { held in
      neighbours.append(Neighbour(context: held))
      keepsHandles = keepsHandles || held.layout.keepsHandles
    }
    guard keepsHandles else { return neighbours }
    var handles: [ObjectIdentifier: any Sendable] = [:]
    value.forEachHandle { handles[ObjectIdentifier($0)] = $1 }
    return neighbours.map {
      Neighbour(context: $0.context, handle: handles[ObjectIdentifier($0.context)])
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
    unsafe cell(memory).pointee.value
  }

  static func contexts(of value: Any) -> [Context] {
    var contexts: [Context] = []
    (value as? Value)?.forEachContext { contexts.append($0) }
    return contexts
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
