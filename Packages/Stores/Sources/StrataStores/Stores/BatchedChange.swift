/// The changes that a transaction of several handlers has made to the state so far.
///
/// It is stored beside the store, so the end of the transaction need not ask for the state again.
@usableFromInline
final class BatchedChange<State: StateContainer> {
  /// The state before the first change.
  @usableFromInline let first: State
  /// The state after the last change.
  @safe @exclusivity(unchecked) @usableFromInline var latest: State
  /// The version of the last change.
  @safe @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0

  @inlinable
  init(first: State) {
    self.first = first
    latest = first
  }
}

@available(*, unavailable)
extension BatchedChange: Sendable {}
