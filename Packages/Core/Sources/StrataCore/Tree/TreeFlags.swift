/// The flags in a tree's lock that send an access to a slower path.
///
/// The word lies on the cache line that locking loads anyway, so that one load informs the shortest paths about the
/// whole tree.
@usableFromInline
enum TreeFlags: Sendable {
  /// A transaction is open.
  @inlinable static var transaction: UInt32 { 1 }
  /// Threads sleep until a resource becomes free.
  @inlinable static var waiters: UInt32 { 2 }
  /// A listener receives every change in the tree.
  @inlinable static var changeListeners: UInt32 { 4 }
  /// A thread delivers.
  @inlinable static var delivering: UInt32 { 8 }
  /// Rounds wait for their delivery.
  @inlinable static var queued: UInt32 { 16 }

  /// The tree has a listener to events.
  @inlinable static var listeners: UInt32 { 32 }
  /// The tree has an observer of events and activations.
  @inlinable static var observers: UInt32 { 64 }

  /// Dependents of a write are still to be notified or checked.
  @inlinable static var derived: UInt32 { 128 }

  /// A change log is open.
  ///
  /// ``changeListeners`` is then set as well.
  @inlinable static var logs: UInt32 { 256 }

  /// The reasons against the shortest path of a write.
  @inlinable static var slowsWrites: UInt32 { 1 | 2 | 4 }
  /// The reasons against a write without a round, when only derived values depend on the slot.
  @inlinable static var slowsUnobservedWrites: UInt32 {
    queuesWrites | changeListeners | observers | derived
  }
  /// The reasons why a removal matters to an observer or to the order of rounds.
  static var slowsRemovals: UInt32 { transaction | changeListeners | delivering | queued | derived }
  /// The reasons against the delivery of an observed write without the queue.
  ///
  /// Listeners to all changes are none: they are called with the slot's own observers.
  @inlinable static var queuesWrites: UInt32 { 1 | 2 | 8 | 16 | 256 }
  /// The reasons against the delivery of a write to a change log without the queue.
  static var queuesLogged: UInt32 { 1 | 2 | 8 | 16 | 128 }
  /// The reasons against a check-out of plain bytes without a record.
  @inlinable static var slowsCheckOuts: UInt32 { 1 | 2 | 256 }
}
