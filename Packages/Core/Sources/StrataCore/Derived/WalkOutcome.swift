/// How a walk to a derived value ended.
@usableFromInline
enum WalkOutcome {
  /// The value holds, or did when the walk began.
  case updated
  /// The value cannot be stored now: the thread has to compute it for itself.
  ///
  /// What is the thread's own doing (a transaction, a change in place) stays so until it goes on; what is
  /// another's may be over at any moment.
  case apart(isOwnDoing: Bool)
  /// The value is stale, and there is no closure now that computes it.
  case unable
  /// The value is one that the thread is computing.
  case cycle(DerivedCycle)
}

@available(*, unavailable)
extension WalkOutcome: Sendable {}
