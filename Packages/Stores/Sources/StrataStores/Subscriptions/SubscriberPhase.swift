/// How far a subscription is; a word of one byte, to be read without a lock.
@usableFromInline
enum SubscriberPhase: Sendable {
  /// The first state is being told.
  @inlinable static var starting: UInt8 { 0 }
  /// States are told as they come.
  @inlinable static var open: UInt8 { 1 }
  /// Nothing is told any more.
  @inlinable static var ended: UInt8 { 2 }
}
