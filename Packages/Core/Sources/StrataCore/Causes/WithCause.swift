import StrataConcurrency

/// Names the work of a closure, so that a later reader can see what caused a write.
///
/// The named call is the outermost cause of all writes of the closure. That includes later writes of tasks, observers
/// and listeners that the closure starts, also across `await`:
///
/// ```swift
/// try await withCause("standups rename") { try await app.rename(id, to: name) }
/// ```
///
/// Use it at the entry points of a program: a command, a request, a button. It always sets a task-local value, so that
/// a recording may begin inside.
///
/// - Parameters:
///   - name: The name of the call.
///   - fileID: The caller's file. This and the next three parameters are the call site.
///   - filePath: The caller's path.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: The work.
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withCause<Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: () throws -> Result
) rethrows -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cause = Cause(.call, name: name, at: callSite, after: Cause.runningIfKnown)
  return try Cause.withNamed(cause, operation)
}

/// Names the work of an asynchronous closure, so that a later reader can see what caused a write.
///
/// It behaves otherwise as the synchronous form.
///
/// - Parameters:
///   - name: The name of the call.
///   - isolation: The caller's actor, on which the closure runs.
///   - fileID: The caller's file. This and the next three parameters are the call site.
///   - filePath: The caller's path.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: The work.
/// - Returns: The result of `operation`.
/// - Throws: Any error that `operation` throws.
public func withCause<Result>(
  _ name: String,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: () async throws -> Result
) async rethrows -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cause = Cause(.call, name: name, at: callSite, after: Cause.runningIfKnown)
  return try await Cause.withNamed(cause, isolation: isolation, operation)
}
