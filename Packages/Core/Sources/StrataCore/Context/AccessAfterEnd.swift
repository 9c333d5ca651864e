@_spi(Strata) import StrataConcurrency

/// The kinds of accesses to a context after its end, each reported once per incarnation.
@usableFromInline
struct AccessAfterEnd: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @usableFromInline
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  static let read = AccessAfterEnd(rawValue: 1)
  static let write = AccessAfterEnd(rawValue: 2)
  /// By a task of an earlier incarnation.
  static let formerWrite = AccessAfterEnd(rawValue: 4)
  /// By a body that was replaced.
  static let supersededWrite = AccessAfterEnd(rawValue: 8)
  /// Work that was to be started.
  static let work = AccessAfterEnd(rawValue: 16)
}

extension Context {
  /// Records that an access after the end is reported; called with the lock held.
  ///
  /// - Returns: Whether it is the first.
  func noteAccessAfterEnd(_ access: AccessAfterEnd) -> Bool {
    let facets = ensuredFacets
    return facets.reportedAccessesAfterEnd.insert(access).inserted
  }

  /// The diagnostic of a cancelled task's write, for one report per incarnation; called with the lock held.
  func diagnosticOfCancelledWriter(to slot: Int) -> (Diagnostic, AccessAfterEnd) {
    let owner = layout.attachment == nil ? self : parent
    if owner?.facets?.unfinishedLifetimes ?? 0 > 0 {
      return (.formerWrite(layout.place(of: slot)), .formerWrite)
    }
    return (.supersededWrite(layout.place(of: slot)), .supersededWrite)
  }

  /// Reports an access after the end, once per incarnation; called without the lock.
  ///
  /// A cancelled task that leaves its body by an error still runs the body's `defer` blocks, which often reset
  /// properties. That is no mistake, and its author cannot avoid it. An access of a cancelled task of this context, or
  /// of another that has left, is therefore reported only when the task is known to continue.
  func reportAfterEnd(_ diagnostic: Diagnostic, _ access: AccessAfterEnd, at callSite: CallSite?) {
    // A live model rejects writes of replaced work, and the author needs to know that.
    reportUnlessUnwinding(allowsLastStep: access == .write) { [self] task in
      let lock = lock()
      let isFirst = noteAccessAfterEnd(access)
      lock.unlock()
      guard isFirst else { return }
      if let task { return diagnostic.report(at: task) }
      diagnostic.report(near: Cause.lineOfTask ?? callSite)
    }
  }

  /// Calls a closure at once, or later if the running task was told to stop and may be returning.
  ///
  /// It is not called for code of an activation or an observer that was running when another thread removed the context.
  ///
  /// The exception applies to a cancelled task of this context, or to a task of another one that has left the tree. For
  /// such a task the closure is called when the task is known to continue. The work of a context that leaves is closed
  /// with the commit, and cancelled a little later without the lock; a task may write in between.
  ///
  /// - Parameters:
  ///   - allowsLastStep: Whether a body that returns in the same step counts as returning because of the cancellation.
  ///   - report: Receives the line that started the task, in the exceptional case.
  func reportUnlessUnwinding(
    allowsLastStep: Bool,
    _ report: @escaping @Sendable (CallSite?) -> Void
  ) {
    let lock = lock()
    if isRemovedUnderCallback {
      lock.unlock()
      return
    }
    var work = Array(tree.unwindingWork.values)
    let own = (layout.attachment == nil ? self : parent)?.facets?.scope
    if let own, Task.isCancelled { work.append(own) }
    lock.unlock()
    for scope in work
    where scope.callIfRunningTaskGoesOn(allowsLastStep: allowsLastStep, report) {
      return
    }
    report(nil)
  }

  /// Records that work was requested after this context had left its tree.
  ///
  /// It ignores cases that the caller could not know. A cancelled task may have been about to start more work. The
  /// context may have left while this thread was activating it.
  ///
  /// - Returns: Whether it is to be reported, which happens once per incarnation.
  package func noteWorkAfterEnd() -> Bool {
    guard !Task.isCancelled, !ActivationScope.isOpen else { return false }
    let lock = lock()
    defer { lock.unlock() }
    return (phase == .sealed || phase == .removed) && !isRemovedUnderCallback
      && noteAccessAfterEnd(.work)
  }

  /// Whether this thread runs code that the tree had called before another thread removed the context; called with the
  /// lock held.
  ///
  /// That code cannot know of the removal, so its accesses are no mistake.
  var isRemovedUnderCallback: Bool {
    guard phase == .sealed || phase == .removed, let removal = facets?.removal else { return false }
    return tree.hasCalled(before: removal)
  }
}
