@_spi(Strata) import StrataCore

/// A write of a plain value, copied out of the engine's memory.
struct PlainChange: Sendable {
  let node: UInt64
  let kind: Layout
  let slot: Int
  let value: PlainValue
  /// The value before, if it was retained.
  let old: PlainValue?
  let round: UInt64
  let cause: Cause?

  /// `nil` for values that are encoded, and for long texts.
  @inline(__always)
  init?(_ change: borrowing Change) {
    let context = change.context
    kind = context.layout
    slot = change.slot
    guard let type = PlainType(kind.slots[slot].type) else { return nil }
    // SAFETY: the type is that of the slot.
    guard let value = unsafe change.withMemory({ unsafe type.value(in: $0) }) else { return nil }
    self.value = value
    old = unsafe change.withOldMemory { unsafe type.value(in: $0) } ?? nil
    // The former text may be a long one.
    if old == nil, change.hasOldValue { return nil }
    node = context.id.rawValue
    round = change.round
    cause = change.cause
  }
}
