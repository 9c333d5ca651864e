/// Runs a closure whose reads no tracking scope records.
///
/// - Returns: The result of `body`.
/// - Throws: Any error that `body` throws.
@available(*, deprecated, renamed: "withoutTracking(_:)")
public func withUntrackedReads<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try withoutTracking(body)
}
