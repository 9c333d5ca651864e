import StrataCore

/// Runs a closure whose reads of models nobody records: no sequence of changes, no view and no memoized
/// value that is being computed depends on what is read in it.
///
/// ```swift
/// let title = node.memoize {
///   let count = items.count
///   return withUntrackedModelReads { "\(prefix)\(count)" }  // a new prefix alone changes nothing
/// }
/// ```
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withUntrackedModelReads<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUntrackedReads(body)
}
