public import StrataConcurrency

extension Derived where Failure == Never {
  /// The value, computed now if it is not known to hold.
  ///
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value { outcome.get() }

  /// Makes a derived value, which is not computed yet.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - areEqual: Whether two values are the same, so that nobody is told; without it, all differ.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(of: owner, at: callSite, areEqual: areEqual, outcome: { .success(compute()) })
  }
}

extension Derived where Failure == Never, Value: Equatable {
  /// Makes a derived value, which is not computed yet, and of which nobody is told when it is equal.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(of: owner, at: callSite, areEqual: { $0 == $1 }, outcome: { .success(compute()) })
  }
}

extension Derived where Failure == any Error {
  /// The value, computed now if it is not known to hold.
  ///
  /// - Throws: What the computation throws, or has thrown when it ran last.
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value {
    get throws { try outcome.get() }
  }
}

extension Derived where Failure == any Error, Value: Equatable {
  /// Makes a derived value, which is not computed yet, of a computation that may throw.
  ///
  /// What it throws is kept as a value is; two errors count as different.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    throwing compute: @escaping @Sendable () throws -> Value
  ) {
    self.init(
      of: owner,
      at: callSite,
      areEqual: { $0 == $1 },
      outcome: { Result { try compute() } }
    )
  }
}
