/// The writes of the open transaction, with the previous values.
struct TransactionLog {
  private(set) var changes: [any PendingChange] = []
  /// The entry that takes the changes of this transaction, if a history restores state by it.
  var restoration: ChangeLogEntry?
  /// The changes that the history has made to contexts in no tree.
  var replaced: [any PendingChange] = []
  /// Whether a history has found that it cannot restore the state; nothing was written.
  var isWithdrawn = false
  /// Contexts that have rejected a write of the transaction, because they had left the tree.
  ///
  /// Retained, so that no other context gets the address of one.
  private(set) var refusing: [ObjectIdentifier: Context] = [:]
  /// The index in `changes` of each slot, once a search would be slow.
  private var index: [Key: Int] = [:]

  /// What containers note about the slots that they are in, for the changes to come.
  private var memberships: [Key: AnyObject] = [:]

  private struct Key: Hashable {
    let context: ObjectIdentifier
    let slot: Int
  }

  /// Whether nothing was noted since the last transaction.
  var isEmpty: Bool { changes.isEmpty && memberships.isEmpty }

  /// Whether no history takes part, and no context has rejected a write.
  var hasWritesAlone: Bool {
    refusing.isEmpty && !isWithdrawn && restoration == nil && replaced.isEmpty
  }

  /// Adds the value from before the first write of a slot.
  mutating func hold(_ change: any PendingChange) {
    changes.append(change)
    if changes.count == 9 {
      for (place, change) in changes.enumerated() { index[key(of: change)] = place }
    } else if changes.count > 9 {
      index[key(of: change)] = changes.count - 1
    }
  }

  /// Adds changes before those at their positions.
  ///
  /// - Complexity: O(number of changes behind the first position).
  mutating func insert(_ held: [(change: any PendingChange, position: Int)]) {
    guard let first = held.first?.position else { return }
    let later = Array(changes[first...])
    changes.removeSubrange(first...)
    if changes.count <= 8 { index = [:] }
    var added = 0
    for (change, position) in held {
      while first + added < position {
        hold(later[added])
        added += 1
      }
      hold(change)
    }
    for change in later[added...] { hold(change) }
  }

  /// Records that a context has rejected a write.
  mutating func noteRejection(by context: Context) {
    refusing[ObjectIdentifier(context)] = context
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

  /// What the container in a slot has noted.
  func openMembership(_ context: Context, _ slot: Int) -> AnyObject? {
    memberships.isEmpty ? nil : memberships[Key(context: ObjectIdentifier(context), slot: slot)]
  }

  /// Keeps what the container in a slot notes, until the end of the transaction.
  ///
  /// The slot has an entry, which retains the context.
  mutating func note(_ openMembership: AnyObject, of context: Context, _ slot: Int) {
    memberships[Key(context: ObjectIdentifier(context), slot: slot)] = openMembership
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
