/// The bits of a tree's lock's attention word.
///
/// The word lies on the cache line that locking loads anyway, so that the shortest paths learn
/// about the whole tree from one load.
@usableFromInline
enum Attention: Sendable {
  /// A transaction is open.
  @inlinable static var transaction: UInt32 { 1 }
  /// Threads sleep until something becomes free.
  @inlinable static var waiters: UInt32 { 2 }
  /// Someone is told of every change in the tree.
  @inlinable static var recorders: UInt32 { 4 }
  /// A thread delivers.
  @inlinable static var delivering: UInt32 { 8 }
  /// Rounds wait for their delivery.
  @inlinable static var queued: UInt32 { 16 }

  /// Someone listens to events.
  @inlinable static var listeners: UInt32 { 32 }
  /// Someone is told of events and of lives.
  @inlinable static var observers: UInt32 { 64 }

  /// Something is to be found out about derived values.
  @inlinable static var derived: UInt32 { 128 }

  /// What keeps a write from the shortest path.
  @inlinable static var slowsWrites: UInt32 { 1 | 2 | 4 }
  /// What keeps a write that only derived values hear of from being done without a round.
  @inlinable static var tellsOfWrites: UInt32 { queuesWrites | observers | derived }
  /// What makes it matter to someone, or to the order of rounds, that contexts leave.
  static var tellsOfLeaving: UInt32 { transaction | recorders | delivering | queued | derived }
  /// What keeps a watched write from being delivered without the queue.
  @inlinable static var queuesWrites: UInt32 { slowsWrites | 8 | 16 }
}
