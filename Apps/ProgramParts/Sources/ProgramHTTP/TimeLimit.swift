/// Runs an operation for at most so long.
///
/// When the time is up the operation is cancelled, and this returns when it has returned.
///
/// - Parameters:
///   - limit: The longest time.
///   - clock: Measures it.
///   - operation: The operation.
/// - Returns: The result of the operation, or `nil` if the time was up first.
/// - Throws: The error of the operation, or `CancellationError` when the task is cancelled.
public func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  on clock: some Clock<Duration>,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
