/// What the open transaction has written, and what was there before.
struct TransactionLog {
  private(set) var changes: [any PendingChange] = []
  /// The entry that takes what this transaction changes, if a history restores something by it.
  var restoration: JournalEntry?
  /// What that history has changed in contexts that were in no tree.
  var replaced: [any PendingChange] = []
  /// Whether a history has found that it cannot restore what it wanted to: nothing was written.
  var isWithdrawn = false
  /// Where in `changes` a slot is, once there are too many to look through.
  private var index: [Key: Int] = [:]

  private struct Key: Hashable {
    let context: ObjectIdentifier
    let slot: Int
  }

  /// Keeps the value from before the first write of a slot.
  mutating func hold(_ change: any PendingChange) {
    changes.append(change)
    if changes.count == 9 {
      for (place, change) in changes.enumerated() { index[key(of: change)] = place }
    } else if changes.count > 9 {
      index[key(of: change)] = changes.count - 1
    }
  }

  /// The value of a slot from before the transaction, if the transaction has written it.
  func before<Value>(_ context: Context, _ slot: Int) -> Value? {
    (change(context, slot) as? ValueChange<Value>)?.old
  }

  /// The entry of a slot.
  func change(_ context: Context, _ slot: Int) -> (any PendingChange)? {
    guard changes.count > 8 else {
      return changes.first { $0.context === context && $0.slot == slot }
    }
    return index[Key(context: ObjectIdentifier(context), slot: slot)].map { changes[$0] }
  }

  /// Takes everything out.
  mutating func take() -> TransactionLog {
    defer { self = TransactionLog() }
    return self
  }

  private func key(of change: any PendingChange) -> Key {
    Key(context: ObjectIdentifier(change.context), slot: change.slot)
  }
}
