public import StrataConcurrency
@_spi(Strata) import StrataCore

extension ModelNode {
  /// Cancels all work of this model that has a key.
  public func cancelAll(for key: some Hashable & Sendable) {
    context.work.cancelAll(for: key)
  }

  /// Cancels all work of this model that has a type as its key.
  public func cancelAll(for key: Any.Type) {
    context.work.cancelAll(for: key)
  }

  /// Calls a closure once when the model is removed, or when its result is cancelled; at once if the model has
  /// been removed.
  @discardableResult
  public func onCancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable () -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return work(at: callSite, isRunOverdue: true)
      .onCancel(fileID: fileID, filePath: filePath, line: line, column: column) {
        withSuspendedTracking(handler)
      }
  }

  /// Gives a key to all work of this model that a closure starts.
  ///
  /// Work that tasks start inside their bodies is not included.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func cancellationContext<Result, Failure: Error>(
    for key: some Hashable & Sendable,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.work.cancellationContext(for: key, operation: operation)
  }

  /// Gives a type as key to all work of this model that a closure starts.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func cancellationContext<Result, Failure: Error>(
    for key: Any.Type,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.work.cancellationContext(for: key, operation: operation)
  }

  /// Gives a key to all work of this model that an asynchronous closure starts.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func cancellationContext<Result>(
    for key: some Hashable & Sendable,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await context.work.cancellationContext(
      for: key,
      isolation: isolation,
      operation: operation
    )
  }
  /// Gives a type as key to all work of this model that an asynchronous closure starts.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  @discardableResult
  public func cancellationContext<Result>(
    for key: Any.Type,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await context.work.cancellationContext(
      for: key,
      isolation: isolation,
      operation: operation
    )
  }

  /// Makes one handle for all work of this model that a closure starts.
  ///
  /// ```swift
  /// let session = node.cancellationContext {
  ///   node.task { await poll() }
  ///   node.onCancel { isConnected = false }
  /// }
  /// session.cancel()
  /// ```
  ///
  /// Work that tasks start inside their bodies is not included, unless it says so by
  /// `inheritCancellationContext()`.
  ///
  /// - Returns: A handle that cancels the part of that work that still runs, or gives it a key.
  /// - Throws: The error of `operation`; the work that was started goes on.
  @discardableResult
  public func cancellationContext<Failure: Error>(
    operation: () throws(Failure) -> Void
  ) throws(Failure) -> CancellationHandle {
    try context.work.cancellationContext(operation: operation)
  }

  /// Makes one handle for all work of this model that an asynchronous closure starts.
  ///
  /// - Returns: A handle that cancels the part of that work that still runs, or gives it a key.
  /// - Throws: The error of `operation`; the work that was started goes on.
  @discardableResult
  public func cancellationContext(
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Void
  ) async rethrows -> CancellationHandle {
    try await context.work.cancellationContext(isolation: isolation, operation: operation)
  }
}
