/// The outcome of a traversal to a derived value.
@usableFromInline
enum TraversalOutcome {
  /// The value is valid, or was when the traversal began.
  case updated
  /// The value cannot be stored now, so the thread needs a private evaluation.
  case evaluatedPrivately(Blocker)
  /// The value is dirty, and no closure is available to compute it.
  case unable
  /// The thread is computing the value already.
  case cycle(DerivedCycle)

  /// The reason why a value cannot be stored.
  @usableFromInline
  enum Blocker {
    /// The thread itself has a transaction or a change in place open.
    case ownDoing
    /// Another thread has one open, or the value's owner has ended.
    case others
    /// Another thread owns the value, or one of its sources, and waits for a value that this thread computes.
    case circularWait
    /// The thread computes the value already, in a run that another thread's write has superseded.
    ///
    /// In a consistent snapshot the value would not read itself.
    case superseded

    /// Whether the reason lasts until the thread goes on; otherwise it may end at any time.
    var isOwnDoing: Bool {
      switch self {
      case .ownDoing, .circularWait: true
      case .others, .superseded: false
      }
    }
  }
}

@available(*, unavailable)
extension TraversalOutcome: Sendable {}

@available(*, unavailable)
extension TraversalOutcome.Blocker: Sendable {}
