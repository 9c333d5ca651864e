@_spi(Strata) import StrataConcurrency

/// What was done to a context after its end; each is reported once in a life.
@usableFromInline
struct LateAccess: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @usableFromInline
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  static let read = LateAccess(rawValue: 1)
  static let write = LateAccess(rawValue: 2)
  /// By a task of the life before.
  static let formerWrite = LateAccess(rawValue: 4)
  /// By a body that was replaced.
  static let supersededWrite = LateAccess(rawValue: 8)
  /// Work that was to be started.
  static let work = LateAccess(rawValue: 16)
}

extension Context {
  /// Marks that an access after the end is reported; called with the lock held.
  ///
  /// - Returns: Whether it is the first.
  func noteLateAccess(_ access: LateAccess) -> Bool {
    let parts = ensuredParts
    return parts.reportedLateAccesses.insert(access).inserted
  }

  /// Reports an access after the end, once in each life; called without the lock.
  ///
  /// A cancelled task that is thrown out of its body still runs the body's `defer` blocks, which often reset
  /// what the body has set. That is no fault, and nothing that its author could avoid. So what a task of this
  /// context, or of another one that has left, does after its cancellation is reported when its body returns, and not at all if it throws.
  func reportLate(_ complaint: Complaint, _ access: LateAccess, at callSite: CallSite?) {
    reportUnlessUnwinding { [self] in
      let lock = lock()
      let isFirst = noteLateAccess(access)
      lock.unlock()
      if isFirst { complaint.report(at: callSite) }
    }
  }

  /// Calls a closure, unless the running task is one of this context's, or of another one that has left the
  /// tree, and was cancelled: then when its body returns, and not at all if that throws.
  func reportUnlessUnwinding(_ report: @escaping @Sendable () -> Void) {
    guard Task.isCancelled else { return report() }
    let lock = lock()
    var work = Array(tree.unwindingWork.values)
    if let own = (layout.cell == nil ? self : parent)?.parts?.scope { work.append(own) }
    lock.unlock()
    if work.contains(where: { $0.callWhenRunningTaskReturns(report) }) { return }
    report()
  }

  /// Marks that work was asked for after this context had left its tree.
  ///
  /// Not where it could not be known: a task that was told to stop may have been about to start more, and
  /// the context may have left while this thread was activating it.
  ///
  /// - Returns: Whether that is to be reported: once in each life.
  package func noteLateWork() -> Bool {
    guard !Task.isCancelled, !ActivationScope.isOpen else { return false }
    let lock = lock()
    defer { lock.unlock() }
    return (phase == .sealed || phase == .removed) && noteLateAccess(.work)
  }
}
