/// The reasons why the value of a derived node cannot simply be read.
///
/// One word for all reasons, so that a read of a valid value makes one test.
@frozen
@usableFromInline
struct DerivedCondition: OptionSet, Sendable {
  @usableFromInline var rawValue: UInt8

  @inlinable
  @inline(__always)
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A source may have changed since the value was computed.
  @inlinable static var stale: DerivedCondition { DerivedCondition(rawValue: 1) }
  /// A thread owns the node, to check or compute the value.
  @inlinable static var acquired: DerivedCondition { DerivedCondition(rawValue: 2) }
  /// The last run read something that cannot be observed, so the value is valid for one read.
  @inlinable static var volatile: DerivedCondition { DerivedCondition(rawValue: 4) }
  /// Other threads see the value from before the open transaction.
  @inlinable static var splitValue: DerivedCondition { DerivedCondition(rawValue: 8) }
  /// The edges are cut permanently.
  @inlinable static var ended: DerivedCondition { DerivedCondition(rawValue: 16) }
  /// The reader that lent the closure of the current run has left; the closure goes when the ownership ends.
  @inlinable static var returning: DerivedCondition { DerivedCondition(rawValue: 32) }

  /// Sets or removes one reason.
  @inline(__always)
  mutating func set(_ reason: DerivedCondition, _ holds: Bool) {
    if holds { formUnion(reason) } else { subtract(reason) }
  }
}

/// The remaining work of a computation.
@frozen
@usableFromInline
struct DerivedEvaluation: OptionSet, Sendable {
  @usableFromInline var rawValue: UInt16

  @inlinable
  @inline(__always)
  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The value is valid for all threads, and is stored.
  @inlinable static var stored: DerivedEvaluation { DerivedEvaluation(rawValue: 1) }
  /// It goes into memory that has no value yet.
  @inlinable static var first: DerivedEvaluation { DerivedEvaluation(rawValue: 2) }
  /// It replaces another value.
  @inlinable static var replacing: DerivedEvaluation { DerivedEvaluation(rawValue: 4) }
  /// Rounds wait for their delivery.
  @inlinable static var notifying: DerivedEvaluation { DerivedEvaluation(rawValue: 8) }
  /// Some edges lead to sources that were not read any more, or a borrowed closure has no use any more.
  @inlinable static var leaving: DerivedEvaluation { DerivedEvaluation(rawValue: 16) }
  /// The computation has written its own source, which is to be reported.
  @inlinable static var complaining: DerivedEvaluation { DerivedEvaluation(rawValue: 64) }
  /// Nothing is stored, because another thread has written a source meanwhile; the run is restarted.
  @inlinable static var outdated: DerivedEvaluation { DerivedEvaluation(rawValue: 128) }
  /// Nothing is stored, because of the running thread's own transaction or change.
  @inlinable static var ownDoing: DerivedEvaluation { DerivedEvaluation(rawValue: 256) }
  /// The lock was released meanwhile.
  @inlinable static var unlocked: DerivedEvaluation { DerivedEvaluation(rawValue: 32) }
}
