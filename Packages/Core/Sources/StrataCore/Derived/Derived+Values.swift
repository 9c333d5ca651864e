public import StrataConcurrency

extension Derived where Failure == Never {
  /// The value, computed now if it is not known to be valid.
  ///
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value { outcome.get() }

  /// Makes a derived value, which is not computed yet.
  ///
  /// - Parameters:
  ///   - owner: The context that bounds the life of the cached value.
  ///   - callSite: The call site, for reports.
  ///   - areEqual: Whether two values are the same, so that no observer is notified; without it, all differ.
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
  /// Makes a derived value, which is not computed yet, and whose observers are not notified of equal values.
  ///
  /// - Parameters:
  ///   - owner: The context that bounds the life of the cached value.
  ///   - callSite: The call site, for reports.
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
  /// The value, computed now if it is not known to be valid.
  ///
  /// - Throws: The error of the computation, or of its last run.
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value {
    get throws { try outcome.get() }
  }
}

extension Derived where Failure == any Error, Value: Equatable {
  /// Makes a derived value, which is not computed yet, of a computation that may throw.
  ///
  /// An error is cached as a value is; two errors count as different.
  ///
  /// - Parameters:
  ///   - owner: The context that bounds the life of the cached value.
  ///   - callSite: The call site, for reports.
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
