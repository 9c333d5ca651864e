@_spi(Strata) import StrataCore

/// A write of a plain value, copied out of the engine's memory.
struct PlainChange: ~Copyable, Sendable {
  let node: UInt64
  let kind: Layout
  let slot: Int
  let value: PlainValue
  /// The value before, if it was retained.
  let old: PlainValue?
  let round: UInt64
  let cause: Cause?

  /// Makes one of a change; `nil` for values that are encoded, and for long texts.
  @inline(__always)
  static func of(_ change: borrowing Change) -> PlainChange? {
    let (kind, node) = change.withContext { ($0.layout, $0.id.rawValue) }
    guard let type = PlainType(kind.slots[change.slot].type) else { return nil }
    // SAFETY: the type is that of the slot.
    guard let value = unsafe change.withMemory({ unsafe type.value(in: $0) }) else { return nil }
    let old = unsafe change.withOldMemory { unsafe type.value(in: $0) } ?? nil
    // The former text may be a long one.
    if old == nil, change.hasOldValue { return nil }
    return PlainChange(
      node: node,
      kind: kind,
      slot: change.slot,
      value: value,
      old: old,
      round: change.round,
      cause: change.cause
    )
  }
}
