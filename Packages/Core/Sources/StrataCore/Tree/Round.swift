/// What one commit changed, to be delivered together.
///
/// An object: as a value it was copied, member by member, on its way into the queue and out of it.
final class Round {
  let number: UInt64
  /// The number of the round from which this one follows, by observers that wrote; its own if from none.
  let origin: UInt64
  let changes: [any PendingChange]
  let cause: Cause?
  /// What journals get to know of it.
  let entries: [(journal: Journal, entry: JournalEntry)]
  /// Contexts that this commit removed; what they hold is released after the delivery.
  let departed: [Departure]
  /// The last watcher that was there at the commit; later ones have not seen what was before.
  let lastWatcher: UInt64
  /// What the deliverer calls beside the watchers.
  let call: (() -> Void)?

  init(
    number: UInt64,
    origin: UInt64,
    changes: [any PendingChange],
    cause: Cause?,
    entries: [(journal: Journal, entry: JournalEntry)],
    departed: [Departure],
    lastWatcher: UInt64,
    call: (() -> Void)? = nil
  ) {
    self.number = number
    self.origin = origin
    self.changes = changes
    self.cause = cause
    self.entries = entries
    self.departed = departed
    self.lastWatcher = lastWatcher
    self.call = call
  }
}

@available(*, unavailable)
extension Round: Sendable {}

/// A round of one change that is delivered at once, without entering the queue.
@safe
@usableFromInline
struct InlineRound {
  /// The tree whose deliverer this is, also when the context has joined another one meanwhile.
  // SAFETY: a context keeps all trees that it has been in, and whoever delivers holds the context.
  let tree: Unmanaged<Tree>
  let number: UInt64
  // SAFETY: the context's parts keep the list as it is until `endDelivery(of:)`.
  /// Whom to tell.
  ///
  /// Not held: counting the list up and down costs as much as a pair of locks.
  let entries: UnsafeBufferPointer<WatchEntry>
}

@available(*, unavailable)
extension InlineRound: Sendable {}
