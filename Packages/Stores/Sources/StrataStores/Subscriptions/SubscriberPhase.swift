/// The phase of a subscription; a word of one byte, to be read without a lock.
@usableFromInline
enum SubscriberPhase: Sendable {
  /// The first state is being delivered.
  @inlinable static var starting: UInt8 { 0 }
  /// States are delivered as they come.
  @inlinable static var open: UInt8 { 1 }
  /// No state is delivered any more.
  @inlinable static var ended: UInt8 { 2 }
}
