/// The destination of the failures that this library finds.
///
/// Failures go to the handler of ``withHandler(_:operation:)`` if there is one; a test of a test collects its
/// findings with it. Without a handler they go to the running test, in Swift Testing or XCTest.
public enum FailureSink: Sendable {
  /// Receives failures.
  public typealias Handler = @Sendable (TestFailure) -> Void

  @TaskLocal private static var scoped: Scope?

  /// A handler, with the reports of misuse that it has received outside of test scopes.
  private final class Scope: Sendable {
    let handler: Handler
    let misuse = MisuseFilter()

    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  /// The destination of failures in the current scope.
  static var current: Handler { scoped?.handler ?? TestRunner.record }

  /// The reports of misuse that the handler of the current scope has received; `nil` without one.
  static var currentMisuse: MisuseFilter? { scoped?.misuse }

  /// Sends the failures found during a closure, also by the tasks it starts, to a handler.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(Scope(handler), operation: operation)
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
    try await $scoped.withValue(Scope(handler), operation: operation, isolation: isolation)
  }
}
