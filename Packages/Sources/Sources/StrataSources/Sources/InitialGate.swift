import StrataConcurrency

/// Chooses the thread that evaluates a source's initial model, at most once: a pure machine under a lock.
enum InitialGate {
  /// The model has not been needed yet.
  case closed
  /// A thread evaluates it; the others wait.
  case evaluating(ThreadIdentity, waiting: [Parker])
  /// There is a model.
  case open

  /// The next step of a thread that needs the model.
  enum Turn {
    /// Evaluate it, then call ``finish()``.
    case evaluate
    /// Wait for the thread that does.
    case wait(Parker)
    /// Nothing: the model exists.
    case pass
    /// It is evaluating it already: its own evaluation asks for the result.
    case recursion
  }

  mutating func enter(_ thread: ThreadIdentity) -> Turn {
    switch self {
    case .open: return .pass
    case .closed:
      self = .evaluating(thread, waiting: [])
      return .evaluate
    case .evaluating(let owner, var waiting):
      if owner == thread { return .recursion }
      let parker = Parker()
      waiting.append(parker)
      self = .evaluating(owner, waiting: waiting)
      return .wait(parker)
    }
  }

  /// Opens the gate.
  ///
  /// - Returns: Whom to wake.
  mutating func finish() -> [Parker] {
    defer { self = .open }
    if case .evaluating(_, let waiting) = self { return waiting }
    return []
  }
}

extension InitialGate: Sendable {}
