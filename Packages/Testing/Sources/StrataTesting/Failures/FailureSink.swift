/// Where the failures that this library finds go.
///
/// To the handler of ``withHandler(_:operation:)`` if there is one, with which a test of a test
/// collects what it is to find; else to the test that runs, in Swift Testing or XCTest.
public enum FailureSink: Sendable {
  /// Receives failures.
  public typealias Handler = @Sendable (TestFailure) -> Void

  @TaskLocal private static var scoped: Handler?

  /// Where failures go at this place.
  static var current: Handler { scoped ?? TestRunner.record }

  /// Sends the failures found during a closure, also by the tasks it starts, to a handler.
  ///
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(handler, operation: operation)
  }

  /// Sends the failures found during an asynchronous closure, also by the tasks it starts, to a
  /// handler.
  ///
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(handler, operation: operation, isolation: isolation)
  }
}
