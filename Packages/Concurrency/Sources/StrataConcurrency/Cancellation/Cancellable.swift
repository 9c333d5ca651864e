/// Something that is running and can be asked to stop.
public protocol Cancellable: Sendable {
  /// Stops it.
  ///
  /// May be called from any thread and any number of times. Calls after the first, and after the work has completed, do
  /// nothing. It returns without waiting for the work to finish.
  func cancel()

  /// The work of a scope that this is a handle to; `nil`, which is the default, if it is none.
  ///
  /// Keys stop work of scopes alone.
  var cancellationHandle: CancellationHandle? { get }
}

extension Cancellable {
  /// No work of a scope.
  public var cancellationHandle: CancellationHandle? { nil }

  /// Tags the work with a key, as its handle does, even if the handle's type is unknown.
  ///
  /// - Parameters:
  ///   - key: Any value; it is compared with keys of the same type only.
  ///   - cancelInFlight: Whether earlier work with this key is cancelled, in the same step.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same value. The call reports a value that is no work of a scope, and does nothing else.
  @discardableResult
  public func cancel(
    for key: some Hashable & Sendable,
    cancelInFlight: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    work(at: place)?.cancel(for: key, cancelInFlight: cancelInFlight)
    return self
  }

  /// Tags the work with a type, as its handle does, even if the handle's type is unknown.
  ///
  /// - Parameters:
  ///   - key: A type, often an empty one made for the purpose.
  ///   - cancelInFlight: Whether earlier work with this key is cancelled, in the same step.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same value. The call reports a value that is no work of a scope, and does nothing else.
  @discardableResult
  public func cancel(
    for key: Any.Type,
    cancelInFlight: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    work(at: place)?.cancel(for: key, cancelInFlight: cancelInFlight)
    return self
  }

  /// Cancels earlier work that was tagged by this same call in the source, even if the handle's type is unknown.
  ///
  /// - Parameters:
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same value. The call reports a value that is no work of a scope, and does nothing else.
  @discardableResult
  public func cancelInFlight(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    work(at: place)?.cancelInFlight(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return self
  }

  /// Tags the work with the keys of the contexts in which the running task was started, even if the handle's type is
  /// unknown.
  ///
  /// - Parameters:
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same value. The call reports a value that is no work of a scope, and does nothing else.
  @discardableResult
  public func inheritCancellationContext(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    work(at: place)?.inheritCancellationContext()
    return self
  }

  private func work(at callSite: CallSite) -> CancellationHandle? {
    if let cancellationHandle { return cancellationHandle }
    ReportSink.report(
      """
      A \(Self.self) was to be tagged with a key. It is no work of a model, such as a task, a loop or an \
      onCancel handler, so no key stops it. Nothing is done. Keep it, and call cancel() on it.
      """,
      at: callSite
    )
    return nil
  }
}
