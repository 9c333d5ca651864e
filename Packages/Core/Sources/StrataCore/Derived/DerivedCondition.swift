/// Why the value in the cell of a derived value cannot simply be read.
///
/// One word for all reasons, so that a read of a value that holds asks once.
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
  /// A thread finds out whether the value holds, or computes it.
  @inlinable static var claimed: DerivedCondition { DerivedCondition(rawValue: 2) }
  /// The last run read something that cannot be watched: the value holds for one read.
  @inlinable static var volatile: DerivedCondition { DerivedCondition(rawValue: 4) }
  /// Other threads see what was before the open transaction.
  @inlinable static var divided: DerivedCondition { DerivedCondition(rawValue: 8) }
  /// The edges are gone for good.
  @inlinable static var ended: DerivedCondition { DerivedCondition(rawValue: 16) }

  /// Sets or removes one reason.
  @inline(__always)
  mutating func set(_ reason: DerivedCondition, _ holds: Bool) {
    if holds { formUnion(reason) } else { subtract(reason) }
  }
}

/// What a computation has left to be done.
@frozen
@usableFromInline
struct DerivedEvaluation: OptionSet, Sendable {
  @usableFromInline var rawValue: UInt16

  @inlinable
  @inline(__always)
  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The value holds for all, and is stored.
  @inlinable static var stored: DerivedEvaluation { DerivedEvaluation(rawValue: 1) }
  /// It goes into memory that has no value yet.
  @inlinable static var first: DerivedEvaluation { DerivedEvaluation(rawValue: 2) }
  /// It takes the place of another.
  @inlinable static var replacing: DerivedEvaluation { DerivedEvaluation(rawValue: 4) }
  /// Rounds wait for their delivery.
  @inlinable static var telling: DerivedEvaluation { DerivedEvaluation(rawValue: 8) }
  /// There are edges to sources that were not read any more.
  @inlinable static var leaving: DerivedEvaluation { DerivedEvaluation(rawValue: 16) }
  /// The computation has written what it reads, which is to be reported.
  @inlinable static var complaining: DerivedEvaluation { DerivedEvaluation(rawValue: 64) }
  /// Nothing is stored, because another thread has written a source meanwhile: it is to run again.
  @inlinable static var outdated: DerivedEvaluation { DerivedEvaluation(rawValue: 128) }
  /// Nothing is stored, because of what the running thread itself has open.
  @inlinable static var ownDoing: DerivedEvaluation { DerivedEvaluation(rawValue: 256) }
  /// The lock was given back meanwhile.
  @inlinable static var unlocked: DerivedEvaluation { DerivedEvaluation(rawValue: 32) }
}
