public import StrataConcurrency

extension JournalEntry {
  /// What became of an attempt to restore something.
  public enum Outcome: Sendable {
    /// It was done; the entry that `claim` was given takes it back.
    case done
    /// `claim` has said no.
    case unclaimed
    /// Nothing of what the entry knows of is there any more.
    case gone
    /// This thread has a transaction of the tree open, or completes a commit, which is reported.
    case refused
    /// Something that the commit has changed has been changed since, and not taken back. Nothing was restored.
    case overtaken
  }

  /// Writes the values from before the commit, as one transaction.
  ///
  /// Contexts that the commit removed come back as themselves, at their places, and begin a new life; those
  /// that it added leave. What is in the tree no more is left out. What the activation of contexts that come
  /// back changes belongs to the restoration.
  ///
  /// The journal is told of the restoration with an entry that says so. That entry is the one which takes
  /// the restoration back; it is empty until the transaction ends.
  ///
  /// - Parameters:
  ///   - callSite: Who asks for it, for reports.
  ///   - claim: Called in the transaction, with that entry, before anything is written; whether to go on.
  ///     Two threads that restore in one tree call theirs one after the other. The journal has handed over all
  ///     that was committed before, which this may do on the calling thread.
  /// - Returns: What became of it.
  /// - Complexity: O(number of changes), and what the contexts that leave and come back cost.
  @discardableResult
  public func restore(
    at callSite: CallSite,
    _ claim: (JournalEntry) -> Bool = { _ in true }
  ) -> Outcome {
    tree.restore(
      journal: journalID,
      at: callSite,
      returning: { departed },
      checksStates: true,
      claim: claim,
      values: { pendingChanges.map { ($0, .old) } }
    )
  }
}

extension Tree {
  /// Writes values that a history knows, as one transaction.
  ///
  /// What is to be written is kept from other threads before it is decided whether to go on: so what is
  /// decided upon is what was committed last, and nothing is committed in between.
  ///
  /// - Parameters:
  ///   - id: Whose history it is.
  ///   - callSite: Who asks for it, for reports.
  ///   - returning: Contexts that come back by it and are given values before they do; `nil` for all that are
  ///     known.
  ///   - checksStates: Whether nothing is restored if a slot has another value than the one that is known.
  ///   - claim: Whether to go on; given the entry that takes the restoration back. The journal has been told of
  ///     all commits when it is asked.
  ///   - values: What to write; asked for in the transaction, because another thread's restoration may have
  ///     filled it until then.
  /// - Returns: What became of it.
  func restore(
    journal id: UInt64,
    at callSite: CallSite,
    returning: () -> [Context]?,
    checksStates: Bool,
    claim: (JournalEntry) -> Bool,
    values: () -> [(any PendingChange, ChangeSide)]
  ) -> JournalEntry.Outcome {
    while true {
      lock.lock()
      let root = root.context
      let isInTransaction = transaction.owner == .current
      let journal = journals.first { $0.id == id }
      lock.unlock()
      guard let root else { return .gone }
      guard !isInTransaction else {
        Complaint.restoredInTransaction(root.layout.name).report(at: callSite)
        return .refused
      }
      guard journal?.settle() ?? true else {
        Complaint.restoredInActivation(root.layout.name).report(at: callSite)
        return .refused
      }
      let inverse = JournalEntry(journal: id, tree: self, isRestoration: true)
      var absent: [Context]?
      let attempt = root.transaction { () -> RestorationAttempt in
        let values = values()
        var isKnown = true
        for (change, side) in values where !change.prepareToWrite(side, in: self) {
          isKnown = false
        }
        let attempt: RestorationAttempt
        if !(journal?.isSettled ?? true) {
          attempt = .again
        } else if checksStates, !isKnown {
          attempt = .overtaken
        } else {
          attempt = claim(inverse) ? .made : .unclaimed
        }
        guard case .made = attempt else {
          withdraw()
          return attempt
        }
        absent = returning()
        write(values, for: inverse, returning: absent)
        return attempt
      }
      switch attempt {
      case .again: continue
      case .unclaimed: return .unclaimed
      case .overtaken: return .overtaken
      case .made:
        // One that the commit had added and removed stays away, and may be wanted again.
        inverse.keep(absent?.filter { !$0.isLive } ?? [])
        return inverse.isFilled ? .done : .gone
      }
    }
  }

  private func write(
    _ values: [(any PendingChange, ChangeSide)],
    for inverse: JournalEntry,
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

  /// Lets the open transaction, which has written nothing, change nothing.
  private func withdraw() {
    lock.lock()
    if transaction.owner == .current { log.isWithdrawn = true }
    lock.unlock()
  }
}

/// What became of one attempt to restore something.
private enum RestorationAttempt {
  case made
  case unclaimed
  case overtaken
  /// Something was committed meanwhile.
  case again
}
