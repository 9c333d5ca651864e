import StrataCore

/// Runs a closure whose reads of models are not recorded.
///
/// No sequence of changes, no view and no memoized value that is being computed depends on these reads.
///
/// ```swift
/// let title = node.memoize {
///   let count = items.count
///   return withUntrackedModelReads { "\(prefix)\(count)" }  // a new prefix alone changes nothing
/// }
/// ```
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withUntrackedModelReads<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try withoutTracking(body)
}
