import StrataConcurrency

/// Who evaluates a source's initial model, so that it is done at most once: a pure machine, kept
/// under a lock.
enum InitialGate {
  /// Nobody has needed the model yet.
  case closed
  /// A thread evaluates it; the others wait.
  case evaluating(ThreadIdentity, waiting: [Parker])
  /// There is a model.
  case open

  /// What a thread that needs the model has to do.
  enum Turn {
    /// Evaluate it, then call ``finish()``.
    case evaluate
    /// Wait for the thread that does.
    case wait(Parker)
    /// Nothing: it is there.
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
