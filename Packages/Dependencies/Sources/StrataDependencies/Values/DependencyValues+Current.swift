extension DependencyValues {
  @TaskLocal static var scoped = DependencyValues()

  /// The dependencies of the innermost running ``withDependencies(_:operation:)``; without one, the
  /// defaults.
  ///
  /// Child tasks and `Task { }` inherit it. A detached task, a thread or an escaping closure that runs later does not.
  /// Capture this value outside and enter it there with ``withDependencies(from:operation:)``, or use a holder, which
  /// captures it when made.
  public static var current: DependencyValues { scoped }

  /// Runs a closure in which exactly these are the current dependencies.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @_spi(Strata)
  public func asCurrent<Result>(operation: () throws -> Result) rethrows -> Result {
    try Self.$scoped.withValue(self, operation: operation)
  }

  /// Runs an asynchronous closure in which exactly these are the current dependencies.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @_spi(Strata)
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$scoped.withValue(self, operation: operation, isolation: isolation)
  }
}
