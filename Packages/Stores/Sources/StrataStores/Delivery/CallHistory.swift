/// The calls of a propagation batch that have changed stores, each with the call that caused it.
///
/// It tells a chain of many subscribers, which ends, from a subscriber that causes its own next call.
struct CallHistory {
  /// The place of a call.
  struct Place: Sendable {
    fileprivate let index: Int
  }

  private struct Entry {
    let receiver: ObjectIdentifier
    /// The index of the cause; -1 for none.
    let cause: Int
    let isStore: Bool
  }

  private var entries: ContiguousArray<Entry> = []

  /// Adds a call.
  ///
  /// - Parameters:
  ///   - receiver: The subscriber, or the store whose updates are one transaction.
  ///   - isStore: Whether it is a store.
  ///   - cause: The call whose change it has told.
  /// - Returns: The call's place.
  /// - Complexity: O(1), amortised.
  mutating func add(_ receiver: ObjectIdentifier, isStore: Bool, causedBy cause: Place?) -> Place {
    entries.append(Entry(receiver: receiver, cause: cause?.index ?? -1, isStore: isStore))
    return Place(index: entries.count - 1)
  }

  /// How many calls of a receiver are in the chain that ends at a place.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  func calls(of receiver: ObjectIdentifier, before place: Place?) -> Int {
    count(receiver, from: place) { _ in true }
  }

  /// How many updates of a store are in the chain that ends at a place, after the last call of a closure or a view.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  func updates(of store: ObjectIdentifier, before place: Place?) -> Int {
    count(store, from: place) { $0.isStore }
  }

  /// Begins anew.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: entries.capacity <= 64)
  }

  private func count(
    _ receiver: ObjectIdentifier,
    from place: Place?,
    while isCounted: (Entry) -> Bool
  ) -> Int {
    var count = 0
    var index = place?.index ?? -1
    while index >= 0, isCounted(entries[index]) {
      if entries[index].receiver == receiver { count += 1 }
      index = entries[index].cause
    }
    return count
  }
}
