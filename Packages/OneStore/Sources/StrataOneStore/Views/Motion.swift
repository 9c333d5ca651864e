public import StrataRendering

/// Runs a closure whose changes and events are to be shown with an animation.
///
/// What is written, also in the listeners of events that are sent inside, is shown with it. The innermost wins.
/// Where SwiftUI is, its own function is meant by the plain name; this one is `StrataOneStore.withAnimation`.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func withAnimation<Result>(
  _ animation: RecordedAnimation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  try withRecordedAnimation(animation, body)
}

/// Runs a closure whose changes and events are to be shown in a transaction.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func withTransaction<Result>(
  _ transaction: RecordedTransaction,
  _ body: () throws -> Result
) rethrows -> Result {
  try transaction.run(body)
}
