/// Operations of a slot for plain values.
enum PlainSlot<Value>: SlotOperations {
  static var isTrivial: Bool { _isPOD(Value.self) }

  static var isReleasable: Bool {
    if let optional = Value.self as? any OptionalType.Type { return isFunction(optional.wrapped) }
    return isFunction(Value.self)
  }

  static func deinitialize(_ memory: UnsafeMutableRawPointer) {
    unsafe memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  static func take(_ memory: UnsafeMutableRawPointer) -> Any {
    unsafe memory.assumingMemoryBound(to: Value.self).move()
  }

  static func release(_ memory: UnsafeMutableRawPointer, isSettled: Bool) -> ReleasedContent? {
    if isFunction(Value.self) {
      return ReleasedContent(
        value: unsafe memory.assumingMemoryBound(to: Value.self).move(),
        isUninitialized: true
      )
    }
    if let optional = Value.self as? any OptionalType.Type, isFunction(optional.wrapped) {
      let value = unsafe memory.assumingMemoryBound(to: Value.self).move()
      unsafe optional.initializeToNone(memory)
      return ReleasedContent(value: value)
    }
    return nil
  }

  // Any value that is not plain bytes may contain a handle of the owner, and so retain a cycle.
  static var canBeEmptied: Bool { !isTrivial && Value.self is any OptionalType.Type }

  static func empty(_ memory: UnsafeMutableRawPointer) -> Any? {
    guard canBeEmptied, let optional = Value.self as? any OptionalType.Type else { return nil }
    let value = unsafe memory.assumingMemoryBound(to: Value.self).move()
    unsafe optional.initializeToNone(memory)
    return value
  }

  static func isMissed(_ value: Any) -> Bool {
    !((value as? any OptionalType)?.isNone ?? false)
  }

  static func reconcile(_ context: Context, slot: Int) -> StructureEdits { StructureEdits() }

  static func resetMembership(_ memory: UnsafeMutableRawPointer) {}

  static func holds(_ context: Context, _ memory: UnsafeMutableRawPointer) -> Bool { false }

  static func copy(_ source: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer) {
    unsafe memory.assumingMemoryBound(to: Value.self)
      .initialize(to: source.assumingMemoryBound(to: Value.self).pointee)
  }

  static func initializeMembership(_ memory: UnsafeMutableRawPointer) {}

  static func replaceContexts(
    _ memory: UnsafeMutableRawPointer,
    _ replacement: (Context) -> Context?
  ) {}

  static func takeOut(_ rejected: Context, of context: Context, slot: Int) -> Bool { false }

  static func adjacentContexts(of context: Context, slot: Int) -> [AdjacentContext] { [] }

  /// The equality of the values, if they have one.
  ///
  /// Every change of a slot is compared in the same way: a history leaves out a change to an equal value, and then has to
  /// find that the value is the one that it knows.
  private static var areEqual: ((Value, Value) -> Bool)? {
    guard Value.self is any Equatable.Type else { return nil }
    return { ($0 as? any Equatable)?.isSame(as: $1) ?? false }
  }

  static func makeForcedChange(_ context: Context, slot: Int) -> any PendingChange {
    ValueChange<Value>.forced(context, slot, isEqual: areEqual)
  }

  static func makeChange(
    _ context: Context,
    slot: Int,
    since open: (any PendingChange)?,
    _ edits: StructureEdits
  ) -> any PendingChange {
    makeForcedChange(context, slot: slot)
  }

  static func value(_ memory: UnsafeMutableRawPointer) -> Any {
    unsafe memory.assumingMemoryBound(to: Value.self).pointee
  }

  static func valueBefore(_ context: Context, _ slot: Int) -> Any? {
    let before: Value? = context.tree.before(context, slot)
    return before
  }

  static func assign(_ value: Any, to slot: Int, of context: Context) -> Bool {
    guard let value = value as? Value else { return false }
    let slot = Slot<Value>(uncheckedIndex: slot)
    if let areEqual {
      let old = context.unobservedValue(slot)
      if areEqual(old, value) { return true }
    }
    context.writeSlowPath(slot, value, context.lock(), isEqual: areEqual)
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
    return ValueChange<Value>(
      context: context,
      slot: slot,
      old: value,
      isEqual: isCompared ? areEqual : nil
    )
  }
}

extension Equatable {
  /// Whether a value of any type is of this type and equal.
  fileprivate func isSame(as other: Any) -> Bool { (other as? Self).map { $0 == self } ?? false }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
  static func initializeToNone(_ memory: UnsafeMutableRawPointer)
  var isNone: Bool { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }

  fileprivate var isNone: Bool { self == nil }

  fileprivate static func initializeToNone(_ memory: UnsafeMutableRawPointer) {
    unsafe memory.assumingMemoryBound(to: Self.self).initialize(to: .none)
  }
}

/// Whether a type is a function type, by the kind word that starts its metadata.
///
/// The kind of function metadata is part of Swift's stable binary interface (0x302). There is no public query, because
/// `is` cannot match "any function". The type decides and not the value, because any function may capture a handle and
/// so retain a cycle.
private func isFunction(_ type: Any.Type) -> Bool {
  // SAFETY: a metatype is a pointer to type metadata, whose first word is its kind. For classes on Apple's systems it
  // is an isa pointer, which is never 0x302.
  unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x302
}
