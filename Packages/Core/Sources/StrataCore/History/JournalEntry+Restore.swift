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
    /// This thread has a transaction of the tree open, which is reported.
    case refused
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
  ///     Two threads that restore in one tree call theirs one after the other.
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
      claim: claim,
      values: { pendingChanges.map { ($0, .old) } }
    )
  }
}

extension Tree {
  /// Writes values that a history knows, as one transaction.
  ///
  /// - Parameters:
  ///   - journal: Whose history it is.
  ///   - callSite: Who asks for it, for reports.
  ///   - returning: Contexts that come back by it and are given values before they do; `nil` for all that are
  ///     known.
  ///   - claim: Whether to go on; given the entry that takes the restoration back.
  ///   - values: What to write; asked for after `claim`, because another thread's restoration may have
  ///     filled it until then.
  /// - Returns: What became of it.
  func restore(
    journal: UInt64,
    at callSite: CallSite,
    returning: () -> [Context]?,
    claim: (JournalEntry) -> Bool,
    values: () -> [(any PendingChange, ChangeSide)]
  ) -> JournalEntry.Outcome {
    lock.lock()
    let root = root.context
    let isInTransaction = transaction.owner == .current
    lock.unlock()
    guard let root else { return .gone }
    guard !isInTransaction else {
      Complaint.restoredInTransaction(root.layout.name).report(at: callSite)
      return .refused
    }
    let inverse = JournalEntry(journal: journal, tree: self, isRestoration: true)
    var absent: [Context]?
    let isClaimed = root.transaction { () -> Bool in
      guard claim(inverse) else { return false }
      let values = values()
      absent = returning()
      var restoration = Restoration(
        tree: self,
        returning: absent.map { Set($0.lazy.map(ObjectIdentifier.init)) }
      )
      for (change, side) in values { change.write(side, &restoration) }
      lock.lock()
      if transaction.owner == .current {
        log.restoration = inverse
        log.replaced = restoration.replaced
      }
      lock.unlock()
      return true
    }
    guard isClaimed else { return .unclaimed }
    // One that the commit had added and removed stays away, and may be wanted again.
    inverse.keep(absent?.filter { !$0.isLive } ?? [])
    return inverse.isFilled ? .done : .gone
  }
}
