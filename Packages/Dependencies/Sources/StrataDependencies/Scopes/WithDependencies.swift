/// Runs a closure with some dependencies overridden.
///
/// ```swift
/// let fact = withDependencies {
///   $0.date = .constant(Date(timeIntervalSince1970: 0))
/// } operation: {
///   Diary().today  // 1970-01-01
/// }
/// ```
///
/// Overrides add to those already in force and end with the closure; child tasks and `Task { }` started inside inherit
/// them. Holders made inside capture them, see ``Dependency``.
///
/// - Parameters:
///   - update: Overrides dependencies. Its reads are not reported.
///   - operation: Runs at once, on the calling thread.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try DependencyValues.current.overridden(by: update).asCurrent(operation: operation)
}

/// Runs an asynchronous closure with some dependencies overridden.
///
/// As ``withDependencies(_:operation:)``, in the caller's isolation; the overrides are in force also
/// after a suspension.
///
/// - Parameters:
///   - isolation: The caller's actor.
///   - update: Overrides dependencies. Its reads are not reported.
///   - operation: Runs once `update` has returned.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  let current = DependencyValues.current
  var values = DependencyValues(collectingOver: current)
  try await update(&values)
  return try await values.collected().layered(over: current).asCurrent(operation: operation)
}
