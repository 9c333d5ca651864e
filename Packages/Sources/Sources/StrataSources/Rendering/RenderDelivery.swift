public import StrataConcurrency

/// The executor on which renderers that are classes are called.
public enum RenderDelivery: Sendable {
  @TaskLocal private static var scoped: (any DeliveryExecutor)?

  /// The executor for renderers that read their model for the first time now: the main queue unless
  /// ``with(_:operation:)`` says otherwise.
  static var current: any DeliveryExecutor { scoped ?? MainDelivery.shared }

  /// Runs a closure; renderers that read their model for the first time in it are called on an executor.
  ///
  /// ```swift
  /// RenderDelivery.with(.immediate) { line.render() }
  /// ```
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func with<Result>(
    _ executor: any DeliveryExecutor,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(executor, operation: operation)
  }

  /// Runs an asynchronous closure; renderers that read their model for the first time in it are called on an executor.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func with<Result>(
    _ executor: any DeliveryExecutor,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(executor, operation: operation, isolation: isolation)
  }
}
