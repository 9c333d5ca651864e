/// How a walk to a derived value ended.
@usableFromInline
enum WalkOutcome {
  /// The value holds, or did when the walk began.
  case updated
  /// The value cannot be stored now: the thread has to compute it for itself.
  case apart(Hindrance)
  /// The value is stale, and there is no closure now that computes it.
  case unable
  /// The value is one that the thread is computing.
  case cycle(DerivedCycle)

  /// Why a value cannot be stored.
  @usableFromInline
  enum Hindrance {
    /// What the thread itself has open, a transaction or a change in place.
    case ownDoing
    /// What another thread has open, or the end of the value's owner.
    case others
    /// Another thread finds out about the value, or about one that it is computed from, and waits for what
    /// this thread computes.
    case circularWait
    /// The thread computes the value already, in a run that another thread's write has overtaken: at one
    /// moment the value would not read itself.
    case overtaken

    /// Whether it stays so until the thread goes on; else it may be over at any moment.
    var isOwnDoing: Bool {
      switch self {
      case .ownDoing, .circularWait: true
      case .others, .overtaken: false
      }
    }
  }
}

@available(*, unavailable)
extension WalkOutcome: Sendable {}

@available(*, unavailable)
extension WalkOutcome.Hindrance: Sendable {}
