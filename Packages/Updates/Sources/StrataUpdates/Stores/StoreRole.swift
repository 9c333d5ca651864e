/// Who handles a store's actions, as the values of an atomic word.
@usableFromInline
enum StoreRole: Sendable {
  /// Nobody; nothing waits.
  @inlinable static var idle: UInt32 { 0 }
  /// A thread; nothing waits.
  @inlinable static var running: UInt32 { 1 }
  /// A thread, and more waits in the queue.
  @inlinable static var queued: UInt32 { 2 }
}
