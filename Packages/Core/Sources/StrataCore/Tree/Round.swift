/// The changes of one commit, to be delivered together.
///
/// An object, because a value was copied member by member into the queue and out of it.
final class Round {
  let number: UInt64
  /// The number of the round whose observers caused this one; its own number without a cause.
  let initiatingRound: UInt64
  let changes: [any PendingChange]
  /// Observed derived values that may differ.
  let marks: WatchedMarks
  let cause: Cause?
  /// The entries for change logs.
  let entries: [(changeLog: ChangeLog, entry: ChangeLogEntry)]
  /// Contexts that this commit removed; their contents are released after the delivery.
  let departed: [RemovalRecord]
  /// The last observer at the commit; later ones have not seen the previous values.
  let lastObserver: UInt64
  /// The number of removals before the commit.
  let removals = CalledCode.removalCount
  /// A call of the delivery owner beside the observers.
  let call: (() -> Void)?

  init(
    number: UInt64,
    initiatingRound: UInt64,
    changes: [any PendingChange],
    marks: consuming WatchedMarks = WatchedMarks(),
    cause: Cause?,
    entries: [(changeLog: ChangeLog, entry: ChangeLogEntry)],
    departed: [RemovalRecord],
    lastObserver: UInt64,
    call: (() -> Void)? = nil
  ) {
    self.number = number
    self.initiatingRound = initiatingRound
    self.changes = changes
    self.marks = marks
    self.cause = cause
    self.entries = entries
    self.departed = departed
    self.lastObserver = lastObserver
    self.call = call
  }
}

@available(*, unavailable)
extension Round: Sendable {}

/// A round of one change that is delivered at once, without entering the queue.
@safe
@usableFromInline
struct InlineRound {
  /// The tree that this thread delivers for, even if the context has joined another one meanwhile.
  // SAFETY: a context retains all trees that it has been in, and the delivery owner retains the context.
  let tree: Unmanaged<Tree>
  let number: UInt64
  // SAFETY: the context's parts keep the list unchanged until `endDelivery(of:)`.
  /// The observers to notify.
  ///
  /// Not retained, because counting the list costs as much as a pair of locks.
  let entries: UnsafeBufferPointer<WatchEntry>
  /// Whether the context's parts keep their lists unchanged.
  let isNotifying: Bool
  /// Whether the tree had listeners to all changes at the commit.
  let isRecorded: Bool
}

@available(*, unavailable)
extension InlineRound: Sendable {}
