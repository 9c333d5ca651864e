extension CancellationScope {
  /// Tags all work that is registered in this scope while a closure runs.
  ///
  /// Work of contexts inside gets both keys. Work that a task starts is not included, though the
  /// task itself may be; see ``CancellationHandle/inheritCancellationContext()``.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func cancellationContext<Result, Failure: Error>(
    for key: some Hashable & Sendable,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ContextFrame.withContext(of: self, key: CancellationKey(value: key), operation)
  }

  /// Tags all work that is registered in this scope while a closure runs with a type.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func cancellationContext<Result, Failure: Error>(
    for key: Any.Type,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ContextFrame.withContext(of: self, key: CancellationKey(type: key), operation)
  }

  /// Tags all work that is registered in this scope while an asynchronous closure runs.
  ///
  /// Child tasks of the closure (`async let`, task groups) belong to it. A `Task {}` that the closure starts belongs to
  /// it only while the closure runs; do not start one there.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func cancellationContext<Result>(
    for key: some Hashable & Sendable,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await ContextFrame.withContext(
      of: self,
      key: CancellationKey(value: key),
      isolation: isolation,
      operation
    )
  }

  /// Tags all work that is registered in this scope while an asynchronous closure runs with a type.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func cancellationContext<Result>(
    for key: Any.Type,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await ContextFrame.withContext(
      of: self,
      key: CancellationKey(type: key),
      isolation: isolation,
      operation
    )
  }

  /// Makes one handle for all work that is registered in this scope while a closure runs.
  ///
  /// - Returns: A handle that cancels or tags the part of that work that is still running.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public func cancellationContext<Failure: Error>(
    operation: () throws(Failure) -> Void
  ) throws(Failure) -> CancellationHandle {
    let serial = makeGroup()
    try ContextFrame.withContext(of: self, key: CancellationKey(group: serial), operation)
    return CancellationHandle(scope: self, target: .group(serial))
  }

  /// Makes one handle for all work that is registered in this scope while an asynchronous closure
  /// runs.
  ///
  /// - Returns: A handle that cancels or tags the part of that work that is still running.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public func cancellationContext(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Void
  ) async rethrows -> CancellationHandle {
    let serial = makeGroup()
    try await ContextFrame.withContext(
      of: self,
      key: CancellationKey(group: serial),
      isolation: isolation,
      operation
    )
    return CancellationHandle(scope: self, target: .group(serial))
  }

  /// Tags all work, of every scope, that is registered while a closure runs as the work of an activation.
  ///
  /// For test support, which ends such work at the end of a test; see ``RunningTask/isOfActivation``.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @_spi(Strata)
  public static func activationContext<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ContextFrame.withActivation(operation)
  }

  /// Tags the work of a group that is still running with a further key.
  func tagGroup(_ group: CancellationKey, with key: CancellationKey, cancelInFlight: Bool) {
    let members = work(for: group)
    if cancelInFlight {
      let earlier = Set(work(for: key)).subtracting(members)
      for id in earlier { CancellationHandle(scope: self, target: .one(id)).cancel() }
    }
    for id in members { tag(id, with: key) }
  }

  private func makeGroup() -> UInt64 {
    lock.lock()
    defer { lock.unlock() }
    return lockedStorage.table.makeGroup()
  }
}
