import StrataConcurrency

/// Names what a closure does, for those who ask later who wrote something.
///
/// What the closure writes, and what is written later by the tasks, observers and listeners that it
/// sets off, also across `await`, has this call as the outermost of its causes:
///
/// ```swift
/// try await withCause("standups rename") { try await app.rename(id, to: name) }
/// ```
///
/// It is meant for the places where a program is entered: a command, a request, a button. It costs
/// a task-local value whether or not anyone records, so that recording may begin inside.
///
/// - Parameters:
///   - name: What to call it.
///   - fileID: The caller's file, like the next three for the place to name.
///   - filePath: The caller's path.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: What is done.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
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

/// Names what an asynchronous closure does, for those who ask later who wrote something.
///
/// Otherwise as the form that does not wait.
///
/// - Parameters:
///   - name: What to call it.
///   - isolation: The caller's actor, on which the closure runs.
///   - fileID: The caller's file, like the next three for the place to name.
///   - filePath: The caller's path.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: What is done.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
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
