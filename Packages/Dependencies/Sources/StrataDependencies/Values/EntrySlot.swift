/// An entry that is not retained: it costs a read no reference counting.
///
/// Valid as long as the table that gave it, unchanged.
// SAFETY: made only by `DependencyStorage` and `DefaultValues`, from entries that these own. Used only inside
// `DependencyValues`, which retains the two as long as it uses the entry.
@usableFromInline typealias EntryReference = Unmanaged<DependencyEntry>

/// A slot of an open-addressed table: a key and an entry that the table owns, or nothing.
///
/// The key lies beside the entry so that passing by another key's slot touches no object.
@unsafe
@usableFromInline
struct EntrySlot {
  /// The key as a number; 0 when the slot is free, which no address of a type is.
  @usableFromInline var key: UInt
  /// Retained and released by the owner of the slot.
  @usableFromInline var entry: EntryReference?
}

@available(*, unavailable)
extension EntrySlot: Sendable {}
