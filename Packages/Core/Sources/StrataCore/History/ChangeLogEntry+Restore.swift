public import StrataConcurrency

extension ChangeLogEntry {
  /// The outcome of a restoration.
  public enum Outcome: Sendable {
    /// It was done; the entry that `acquire` received reverts it.
    case done
    /// `acquire` returned `false`.
    case notAcquired
    /// None of the entry's contexts is still available.
    case gone
    /// This thread has a transaction of the tree open, or completes a commit, which is reported.
    case rejected
    /// A change of the commit was superseded by a later one that was not reverted. Nothing was restored.
    case superseded
  }

  /// Writes the values from before the commit, as one transaction.
  ///
  /// Contexts that the commit removed return as themselves, in their positions, and begin another incarnation. Contexts
  /// that it added leave. Contexts that are no longer in the tree are left out. Changes by the activation of returning
  /// contexts belong to the restoration.
  ///
  /// The change log receives the restoration as an entry that says so. That entry reverts the restoration, and is empty
  /// until the transaction ends.
  ///
  /// - Parameters:
  ///   - callSite: The call site, for reports.
  ///   - acquire: Called in the transaction, with that entry, before anything is written; returns whether to go on. Two
  ///     threads that restore in one tree call theirs one after the other. The change log has handed over all earlier
  ///     commits by then, possibly on the calling thread.
  /// - Returns: The outcome.
  /// - Complexity: O(number of changes), and the cost of the contexts that leave and return.
  @discardableResult
  public func restore(
    at callSite: CallSite,
    _ acquire: (ChangeLogEntry) -> Bool = { _ in true }
  ) -> Outcome {
    tree.restore(
      changeLog: changeLogID,
      at: callSite,
      returning: { departed },
      checksStates: true,
      acquire: acquire,
      values: { pendingChanges.map { ($0, .old) } }
    )
  }
}

extension ChangeLog {
  /// Reports a restoration that is asked for in a transaction of the tree, which this thread has open.
  ///
  /// - Parameter callSite: The call site, for reports.
  /// - Returns: Whether it has one.
  package func rejectsRestoring(at callSite: CallSite) -> Bool {
    tree.lock.lock()
    let root = tree.root.context
    let isInTransaction = tree.transaction.owner == .current
    tree.lock.unlock()
    guard let root, isInTransaction else { return false }
    Diagnostic.restoredInTransaction(root.layout.name).report(at: callSite)
    return true
  }
}

extension Tree {
  /// Writes values from a history, as one transaction.
  ///
  /// The slots are locked for other threads before it is decided whether to go on. The decision is therefore about the
  /// last commit, and nothing is committed in between.
  ///
  /// - Parameters:
  ///   - id: The number of the history's change log.
  ///   - callSite: The call site, for reports.
  ///   - returning: Contexts that return by it and receive values before that; `nil` for all known ones.
  ///   - checksStates: Whether nothing is restored if a slot has another value than the known one, or the change log
  ///     has ended.
  ///   - acquire: Returns whether to go on; called with the entry that reverts the restoration. The change log has
  ///     received all earlier commits by then.
  ///   - values: The values to write; called in the transaction, because another thread's restoration may have provided
  ///     them until then.
  /// - Returns: The outcome.
  func restore(
    changeLog id: UInt64,
    at callSite: CallSite,
    returning: () -> [Context]?,
    checksStates: Bool,
    acquire: (ChangeLogEntry) -> Bool,
    values: () -> [(any PendingChange, ChangeSide)]
  ) -> ChangeLogEntry.Outcome {
    while true {
      lock.lock()
      let root = root.context
      let isInTransaction = transaction.owner == .current
      let changeLog = changeLogs.first { $0.id == id }
      lock.unlock()
      guard let root, changeLog != nil || !checksStates else { return .gone }
      guard !isInTransaction else {
        Diagnostic.restoredInTransaction(root.layout.name).report(at: callSite)
        return .rejected
      }
      guard changeLog?.settle() ?? true else {
        Diagnostic.restoredInActivation(root.layout.name).report(at: callSite)
        return .rejected
      }
      let siblings = changeLog?.liveEntries ?? LiveEntries()
      let inverse = ChangeLogEntry(changeLog: id, among: siblings, tree: self, isRestoration: true)
      var uninitialized: [Context]?
      let attempt = root.transaction { () -> RestorationAttempt in
        let values = values()
        let isKnown = prepareToWrite(values)
        let attempt: RestorationAttempt
        if !(changeLog?.isSettled ?? true) {
          attempt = .again
        } else if checksStates, !isKnown {
          attempt = .superseded
        } else {
          attempt = acquire(inverse) ? .made : .notAcquired
        }
        guard case .made = attempt else {
          withdraw()
          return attempt
        }
        uninitialized = returning()
        write(values, for: inverse, returning: uninitialized)
        return attempt
      }
      switch attempt {
      case .again: continue
      case .notAcquired: return .notAcquired
      case .superseded: return .superseded
      case .made:
        // A context that the commit had added and removed stays out, and may be needed again.
        inverse.keep(uninitialized?.filter { !$0.isLive } ?? [])
        return inverse.isFilled ? .done : .gone
      }
    }
  }

  /// Prevents other threads from changing the slots that are to be written.
  ///
  /// - Returns: Whether all of them, except those of contexts that leave, still have the known values.
  private func prepareToWrite(_ values: [(any PendingChange, ChangeSide)]) -> Bool {
    let leaving = Departing(values)
    var isKnown = true
    for (change, side) in values
    where !change.prepareToWrite(side, in: self) && !leaving.contains(change.context) {
      isKnown = false
    }
    return isKnown
  }

  private func write(
    _ values: [(any PendingChange, ChangeSide)],
    for inverse: ChangeLogEntry,
    returning: [Context]?
  ) {
    var restoration = Restoration(
      tree: self,
      returning: returning.map { Set($0.lazy.map(ObjectIdentifier.init)) }
    )
    for (change, side) in values { change.write(side, &restoration) }
    lock.lock()
    if transaction.owner == .current {
      log.restoration = inverse
      log.replaced = restoration.replaced
    }
    lock.unlock()
  }

  /// Makes the open transaction, which has written nothing, change nothing.
  private func withdraw() {
    lock.lock()
    if transaction.owner == .current { log.isWithdrawn = true }
    lock.unlock()
  }
}

/// The contexts that a restoration takes out of the tree.
///
/// They leave with the values that they have. The activation of an earlier return may have written others than those
/// that the history knows.
private struct Departing {
  private var removed: Set<ObjectIdentifier> = []

  init(_ values: [(any PendingChange, ChangeSide)]) {
    for (change, side) in values {
      guard let edits = change.edits else { continue }
      removed.formUnion(
        (side == .old ? edits.added : edits.removed).lazy.map(ObjectIdentifier.init)
      )
    }
    // A context that moves from one slot to another stays.
    for (change, side) in values {
      guard let edits = change.edits else { continue }
      removed.subtract((side == .old ? edits.removed : edits.added).lazy.map(ObjectIdentifier.init))
    }
  }

  /// Whether a context, or one above it, is taken out.
  func contains(_ context: Context) -> Bool {
    if removed.isEmpty { return false }
    var next: Context? = context
    while let context = next {
      if removed.contains(ObjectIdentifier(context)) { return true }
      let lock = context.lock()
      next = context.parent
      lock.unlock()
    }
    return false
  }
}

@available(*, unavailable)
extension Departing: Sendable {}

/// The outcome of one attempt at a restoration.
private enum RestorationAttempt {
  case made
  case notAcquired
  case superseded
  /// Another commit was made meanwhile.
  case again
}
