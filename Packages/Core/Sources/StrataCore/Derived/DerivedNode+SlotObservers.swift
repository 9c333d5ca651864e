import StrataConcurrency

// The delivery owner's treatment of a derived value that may differ; called without the lock.
extension DerivedNode {
  /// Notifies an observer, which reads the value itself, usually with one lock pair for both.
  final func notify(
    _ observer: ReadingObserver,
    of mark: WatchedMarks.Uncounted,
    _ known: inout Bool?,
    _ cause: Cause?
  ) {
    guard known == nil, !mark.hasKept else {
      if isDifferent(from: mark, &known) { observer.notify(cause) }
      return
    }
    lock.lock()
    let outcome = condition.isEmpty ? .updated : DerivedTraversal.update(self)
    guard case .updated = outcome, condition.isEmpty, !ComputationEnd.isAny else {
      let isDifferent = finishUpdate(outcome, since: mark.formerVersion)
      known = isDifferent
      if isDifferent { observer.notify(cause) }
      return
    }
    let isDifferent = version != mark.formerVersion && version != 0
    known = isDifferent
    if isDifferent { observer.notify(cause, lock) } else { lock.unlock() }
  }

  /// Updates the notifications after a traversal; called with the lock held, which it releases.
  ///
  /// - Returns: Whether the value has another version than a given one.
  final func finishUpdate(_ outcome: TraversalOutcome, since formerVersion: UInt64) -> Bool {
    let isNotified = noteUpdate(outcome, since: formerVersion)
    let hasLast = version != 0
    lock.unlock()
    if ComputationEnd.isAny { ComputationEnd.settle() }
    if case .cycle(let cycle) = outcome {
      Diagnostic.derivedCycle(cycle, hasLast: hasLast).report(at: callSite)
    }
    return isNotified
  }

  /// Makes sure that observers are notified later of a value that the traversal could not update; called with the lock
  /// held.
  ///
  /// - Returns: Whether the value has another version than a given one.
  private final func noteUpdate(_ outcome: TraversalOutcome, since formerVersion: UInt64) -> Bool {
    guard !isEnded else { return false }
    if condition.contains(.splitValue) { return isCommittedValueDifferent(since: formerVersion) }
    switch outcome {
    // Only a read provides the closure, so the observer has to read.
    case .unable: return version != 0
    // Another round would have the same result, without end. The thread that stores the value, or makes that possible,
    // notifies.
    case .evaluatedPrivately(let blocker) where blocker.isOwnDoing: owesNotification = true
    case .cycle: owesNotification = true
    case .evaluatedPrivately:
      if isStale, !tree.postponeChange(of: self) { tree.enqueueChange(of: self) }
    // The round of a write by the computation itself notifies already. It is caused by this one, so that their chain is
    // limited.
    case .updated: if isStale, !run.hasWrittenSource { tree.enqueueChange(of: self) }
    }
    return version != formerVersion && version != 0
  }

  /// Whether the value for threads that do not run the open transaction is known, and has another version than the
  /// observers know; called with the lock held.
  ///
  /// If it is not known, the observers are notified at the transaction's end, of each difference from that version.
  private final func isCommittedValueDifferent(since formerVersion: UInt64) -> Bool {
    guard let before, before.version != formerVersion else { return false }
    if !before.isStale, before.owner != LogicalThread.current { return before.version != 0 }
    if before.observedVersion == nil { self.before?.observedVersion = formerVersion }
    return false
  }

  final func withChange(
    round: UInt64,
    cause: Cause?,
    _ body: (borrowing Change) -> Void
  ) {
    unsafe withLastContent { new in
      body(
        unsafe Change(
          context: context,
          slot: 0,
          round: round,
          cause: cause,
          edits: nil,
          old: nil,
          new: new
        )
      )
    }
  }
}
