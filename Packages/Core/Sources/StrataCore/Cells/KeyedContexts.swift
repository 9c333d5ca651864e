/// What a context owns by key, in the order in which it was made: its cells, and guests, which are
/// contexts of any kind that live in no slot.
///
/// Searched from the front: contexts own few of them.
struct KeyedContexts {
  private(set) var entries: [(key: ObjectIdentifier, context: Context)] = []
  /// To which keys something at or below the context contributes.
  var carried: [Carried] = []

  /// The context of a key.
  ///
  /// - Complexity: O(number of keys in use here).
  subscript(key: ObjectIdentifier) -> Context? {
    for entry in entries where entry.key == key { return entry.context }
    return nil
  }

  mutating func add(_ context: Context, for key: ObjectIdentifier) {
    entries.append((key: key, context: context))
  }

  /// Forgets a guest.
  mutating func removeGuest(_ guest: Context) {
    entries.removeAll { $0.context === guest }
  }

  /// The contexts that are no cells.
  var guests: [Context] { entries.lazy.map(\.context).filter { $0.layout.cell == nil } }

  /// The cells whose values are state.
  var recordedCells: [Context] {
    entries.lazy.map(\.context).filter { $0.layout.cell?.family.isRecorded ?? false }
  }
}

@available(*, unavailable)
extension KeyedContexts: Sendable {}
