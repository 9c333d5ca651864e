/// One change of one slot, as it is delivered.
///
/// The values are in the engine's own memory, which is valid during the delivery. A change can therefore be neither
/// stored nor copied. Read the values that you need from it.
@safe
public struct Change: ~Copyable {
  /// The context whose slot has changed.
  public var context: Context { unsafe reference.takeUnretainedValue() }
  /// The slot, by its index in the context's layout.
  public let slot: Int
  /// The number of the round, which is the same for all changes of one transaction.
  public let round: UInt64
  /// The cause of the write, if causes are recorded.
  public let cause: Cause?
  /// The structural difference of a slot with contexts; `nil` for other slots.
  public let edits: StructureEdits?

  // SAFETY: the delivery owner retains the context until the delivery has ended, and a change cannot outlive that.
  // Uncounted, because a count would double the cost of one notification.
  @usableFromInline let reference: Unmanaged<Context>
  @usableFromInline let old: UnsafeRawPointer?
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

  /// The previous value, or `nil` if no reader needed it.
  ///
  /// The previous value of a collection that is changed in place is available only inside a transaction, because
  /// retaining it means copying it.
  ///
  /// - Precondition: The slot is of the type `Value`.
  public func oldValue<Value>(as slot: Slot<Value>) -> Value? {
    check(slot)
    return unsafe old?.assumingMemoryBound(to: Value.self).pointee
  }

  /// The new value.
  ///
  /// - Precondition: The slot is of the type `Value`.
  @inlinable
  public func newValue<Value>(as slot: Slot<Value>) -> Value {
    check(slot)
    return unsafe new.assumingMemoryBound(to: Value.self).pointee
  }

  /// The previous value of any type; as ``oldValue(as:)``.
  public var anyOldValue: Any? {
    unsafe old.map { unsafe context.layout.slots[slot].operations.bareValue($0) }
  }

  /// Passes the new value to a closure without a copy.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - body: Called with the value's address, which is valid until the closure returns.
  /// - Returns: The result of `body`.
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

  /// Passes the new value to a closure without a copy and without a check of its type.
  ///
  /// It is for observers of a slot that they have made themselves.
  ///
  /// - Parameters:
  ///   - slot: The observed slot.
  ///   - body: Called with the value's address, which is valid until the closure returns.
  /// - Returns: The result of `body`.
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

  /// Passes the new value's memory to a closure, for a reader that knows the slot's type.
  @_spi(Strata)
  @unsafe
  @inlinable
  @inline(__always)
  public func withMemory<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    unsafe body(new)
  }

  /// Passes the previous value's memory to a closure, if the value was retained.
  @_spi(Strata)
  @unsafe
  @inlinable
  @inline(__always)
  public func withOldMemory<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result? {
    unsafe old.map { unsafe body($0) }
  }

  /// Passes the context to a closure, uncounted.
  @_spi(Strata)
  @inlinable
  @inline(__always)
  public func withContext<Result>(_ body: (Context) -> Result) -> Result {
    // SAFETY: as for `reference`; the closure does not outlive the delivery.
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// Whether the previous value was retained.
  @_spi(Strata)
  public var hasOldValue: Bool { unsafe old != nil }

  /// The new value of any type.
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
    // SAFETY: as for `reference`, and the closure retains nothing. A count of the context would cost half as much as
    // the lock.
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
