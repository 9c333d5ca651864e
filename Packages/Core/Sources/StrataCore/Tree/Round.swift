/// What one commit changed, to be delivered together.
struct Round {
  let number: UInt64
  let changes: [any PendingChange]
  let cause: Cause?
  /// What journals get to know of it.
  let entries: [(journal: Journal, entry: JournalEntry)]
  /// Contexts that this commit removed; what they hold is released after the delivery.
  let departed: [Departure]
  /// The last watcher that was there at the commit; later ones have not seen what was before.
  let lastWatcher: UInt64
}

/// A round of one change that is delivered at once, without entering the queue.
@safe
@usableFromInline
struct InlineRound {
  /// The tree whose deliverer this is, also when the context has joined another one meanwhile.
  // SAFETY: a context keeps all trees that it has been in, and whoever delivers holds the context.
  let tree: Unmanaged<Tree>
  let number: UInt64
  let entries: ContiguousArray<WatchEntry>
}

@available(*, unavailable)
extension InlineRound: Sendable {}
