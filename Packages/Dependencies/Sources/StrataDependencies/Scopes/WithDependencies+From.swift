/// Runs a closure with the dependencies of a holder.
///
/// Use it in an object that makes another one later, outside of the scope in which it was itself made:
///
/// ```swift
/// func addButtonTapped() {
///   row = withDependencies(from: self) { Row() }
/// }
/// ```
///
/// The holder's overrides are laid over those in force.
///
/// - Parameters:
///   - holder: Whose dependencies are taken.
///   - operation: Runs at once, on the calling thread.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from holder: some DependencyHolder,
  operation: () throws -> Result
) rethrows -> Result {
  try holder.dependencies.merged(over: .current).asCurrent(operation: operation)
}

/// Runs an asynchronous closure with the dependencies of a holder.
///
/// - Parameters:
///   - holder: Whose dependencies are taken.
///   - isolation: The caller's actor.
///   - operation: Runs at once.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from holder: some DependencyHolder,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await holder.dependencies.merged(over: .current).asCurrent(operation: operation)
}

/// Runs a closure with the dependencies of a holder, some of them overridden.
///
/// - Parameters:
///   - holder: Whose dependencies are taken.
///   - update: Overrides dependencies over the holder's. Its reads are not reported.
///   - operation: Runs at once, on the calling thread.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from holder: some DependencyHolder,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try withDependencies(from: holder) { try withDependencies(update, operation: operation) }
}

/// Runs an asynchronous closure with the dependencies of a holder, some of them overridden.
///
/// - Parameters:
///   - holder: Whose dependencies are taken.
///   - isolation: The caller's actor.
///   - update: Overrides dependencies over the holder's. Its reads are not reported.
///   - operation: Runs once `update` has returned.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from holder: some DependencyHolder,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: holder) {
    try await withDependencies(update, operation: operation)
  }
}
