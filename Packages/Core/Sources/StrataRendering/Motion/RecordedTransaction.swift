/// The presentation of a change, as a value that travels with the change.
///
/// Spelled `Transaction` where SwiftUI cannot be imported.
public struct RecordedTransaction: Sendable, Hashable {
  /// The animation; `nil` shows the change at once.
  public var animation: RecordedAnimation?
  /// Whether animations inside are left out.
  public var disablesAnimations = false

  /// Makes a transaction.
  public init(animation: RecordedAnimation? = nil) {
    self.animation = animation
  }

  @TaskLocal private static var running: RecordedTransaction?

  /// The transaction in which this code runs; one without animation if none was opened.
  public static var current: RecordedTransaction { running ?? RecordedTransaction() }

  /// Runs a closure inside this transaction.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$running.withValue(self, operation: body)
  }

  /// Runs an asynchronous closure inside this transaction.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$running.withValue(self, operation: body, isolation: isolation)
  }
}

/// Runs a closure whose changes are to be shown with an animation.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withRecordedAnimation<Result>(
  _ animation: RecordedAnimation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  var transaction = RecordedTransaction.current
  transaction.animation = transaction.disablesAnimations ? nil : animation
  return try transaction.run(body)
}
