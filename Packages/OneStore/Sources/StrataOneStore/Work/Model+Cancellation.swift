public import StrataConcurrency
import StrataCore

extension Model {
  /// Cancels everything of this model that is tagged with a key, before it returns.
  ///
  /// Work of other models with an equal key is left alone.
  public func cancelAll(for key: some Hashable & Sendable) {
    place.context.work.cancelAll(for: key)
  }

  /// Cancels everything of this model that is tagged with a type, before it returns.
  public func cancelAll(for key: Any.Type) {
    place.context.work.cancelAll(for: key)
  }

  /// Tags all work that this model starts while a closure runs.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func withCancellationContext<Result, Failure: Error>(
    for key: some Hashable & Sendable,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try place.context.work.cancellationContext(for: key, operation: operation)
  }

  /// Tags all work that this model starts while a closure runs with a type.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func withCancellationContext<Result, Failure: Error>(
    for key: Any.Type,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try place.context.work.cancellationContext(for: key, operation: operation)
  }

  /// Tags all work that this model starts while an asynchronous closure runs.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func withCancellationContext<Result>(
    for key: some Hashable & Sendable,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await place.context.work.cancellationContext(for: key, operation: operation)
  }

  /// Tags all work that this model starts while an asynchronous closure runs with a type.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func withCancellationContext<Result>(
    for key: Any.Type,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await place.context.work.cancellationContext(for: key, operation: operation)
  }

  /// The same as `withCancellationContext(for:_:)`, in its older spelling.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public func withCancellationContext<Result, Failure: Error>(
    _ key: some Hashable & Sendable,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withCancellationContext(for: key, operation)
  }

  /// Calls a closure once, when it is cancelled, or when the model's state is removed.
  ///
  /// It runs on the thread that cancels or removes. On a model whose state has been removed it runs at once.
  ///
  /// - Returns: Cancels it, and so calls it, earlier; tags it with a key.
  @discardableResult
  public func onCancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable () -> Void
  ) -> CancellationHandle {
    place.context.work.onCancel(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      handler
    )
  }

  /// Calls a closure once, when the model's state is removed.
  ///
  /// - Returns: Cancels it, and so calls it, earlier; tags it with a key.
  @discardableResult
  public func onDeactivate(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable () -> Void
  ) -> CancellationHandle {
    onCancel(fileID: fileID, filePath: filePath, line: line, column: column, handler)
  }
}
