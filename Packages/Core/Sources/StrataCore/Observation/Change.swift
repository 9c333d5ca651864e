/// One change of one slot, as it is delivered.
///
/// The values are the engine's own memory, there for the duration of the delivery; that is why a
/// change can be neither stored nor copied. Take out of it what you need.
@safe
public struct Change: ~Copyable {
  /// The context whose slot has changed.
  public var context: Context { unsafe reference.takeUnretainedValue() }
  /// The slot, by its place in the context's layout.
  public let slot: Int
  /// The number of the round, which is the same for all changes of one transaction.
  public let round: UInt64
  /// What caused the write, if causes are recorded.
  public let cause: Cause?
  /// What happened to the contexts that a structural slot holds; `nil` for other slots.
  public let edits: StructureEdits?

  // SAFETY: whoever delivers holds the context until the delivery has ended, and a change cannot
  // outlive that. Not counted, because that would double the cost of telling one watcher.
  @usableFromInline let reference: Unmanaged<Context>
  private let old: UnsafeRawPointer?
  @usableFromInline let new: UnsafeRawPointer

  @usableFromInline
  init(
    context: Context,
    slot: Int,
    round: UInt64,
    cause: Cause?,
    edits: StructureEdits?,
    old: UnsafeRawPointer?,
    new: UnsafeRawPointer
  ) {
    unsafe reference = .passUnretained(context)
    self.slot = slot
    self.round = round
    self.cause = cause
    self.edits = edits
    unsafe self.old = unsafe old
    unsafe self.new = unsafe new
  }

  /// The value before, or `nil` if nobody asked for it to be kept.
  ///
  /// A collection that is changed in place is kept only inside a transaction: to keep it means to
  /// copy it.
  ///
  /// - Precondition: The slot is of the type `Value`.
  public func oldValue<Value>(as slot: Slot<Value>) -> Value? {
    check(slot)
    return unsafe old?.assumingMemoryBound(to: Value.self).pointee
  }

  /// The value after.
  ///
  /// - Precondition: The slot is of the type `Value`.
  @inlinable
  public func newValue<Value>(as slot: Slot<Value>) -> Value {
    check(slot)
    return unsafe new.assumingMemoryBound(to: Value.self).pointee
  }

  /// The value before, whatever its type; as ``oldValue(as:)``.
  public var anyOldValue: Any? {
    unsafe old.map { unsafe context.layout.slots[slot].operations.bareValue($0) }
  }

  /// Hands the value after to a closure, without copying it.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - body: Called with where the value is, which is there until the closure returns.
  /// - Returns: What `body` returns.
  /// - Precondition: The slot is of the type `Value`.
  @unsafe
  @inlinable
  @inline(__always)
  public func withNewValue<Value, Result>(
    as slot: Slot<Value>,
    _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    check(slot)
    return unsafe body(new.assumingMemoryBound(to: Value.self))
  }

  /// Hands the value after to a closure, without copying it and without a look at its type: for those who
  /// observe a slot that they have made themselves.
  ///
  /// - Parameters:
  ///   - slot: The slot that is observed.
  ///   - body: Called with where the value is, which is there until the closure returns.
  /// - Returns: What `body` returns.
  /// - Precondition: The change is one of this slot; checked in debug builds.
  @unsafe
  @inlinable
  @inline(__always)
  public func withUncheckedNewValue<Value, Result>(
    as slot: Slot<Value>,
    _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    #if DEBUG
    check(slot)
    #endif
    return unsafe body(new.assumingMemoryBound(to: Value.self))
  }

  /// The value after, whatever its type.
  public var anyNewValue: Any {
    unsafe context.layout.slots[slot].operations.bareValue(new)
  }

  func withNewValue<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    unsafe body(new)
  }

  func withOldValue<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result? {
    unsafe old.map { unsafe body($0) }
  }

  @inlinable
  func check<Value>(_ slot: Slot<Value>) {
    // SAFETY: as for `reference`, and the closure keeps nothing. Counted, the context would cost half as
    // much again as the lock.
    let isRight = unsafe reference._withUnsafeGuaranteedRef { context in
      slot.index == self.slot && context.layout.slots[slot.index].type == Value.self
    }
    if !isRight { trapWrongSlot(slot.index, Value.self) }
  }

  @usableFromInline
  func trapWrongSlot(_ slot: Int, _ type: Any.Type) -> Never {
    preconditionFailure(
      "This is a change of \(context.layout.place(of: self.slot)), not of slot \(slot) as \(type)."
    )
  }
}

@available(*, unavailable)
extension Change: Sendable {}
