/// The destination of the failures that this library finds.
///
/// Failures go to the handler of ``withHandler(_:operation:)`` if there is one; a test of a test collects its
/// findings with it. Without a handler they go to the running test, in Swift Testing or XCTest.
public enum FailureSink: Sendable {
  /// Receives failures.
  public typealias Handler = @Sendable (TestFailure) -> Void

  @TaskLocal private static var scoped: Handler?

  /// The destination of failures in the current scope.
  static var current: Handler { scoped ?? TestRunner.record }

  /// Sends the failures found during a closure, also by the tasks it starts, to a handler.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(handler, operation: operation)
  }

  /// Sends the failures found during an asynchronous closure, also by the tasks it starts, to a
  /// handler.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(handler, operation: operation, isolation: isolation)
  }
}
