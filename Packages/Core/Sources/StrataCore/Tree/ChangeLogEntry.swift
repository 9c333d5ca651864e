import StrataConcurrency

/// The changes of one commit, as far as a change log takes them, with the means to revert them.
///
/// It retains the old and new values. If it refers to a removal, it retains everything that left the tree by it. The
/// values are released with the entry, or when the change log ends.
public final class ChangeLogEntry {
  /// The number of the round in which the changes are delivered.
  public var round: UInt64 { withContents { $0.round } }
  /// The number of the round that caused the commit's round, by observers that wrote; its own number without a cause.
  public var initiatingRound: UInt64 { withContents { $0.initiatingRound } }
  /// The cause of the commit, if causes are recorded.
  public var cause: Cause? { withContents { $0.cause } }
  /// Whether ``restore(at:_:)`` made the commit for the same change log.
  public let isRestoration: Bool

  package let changeLogID: UInt64
  let tree: Tree
  private let siblings: LiveEntries
  // Checks of exclusive access are left out, because the lock makes the accesses exclusive.
  @safe @exclusivity(unchecked) private var contents = Contents()
  /// The index in the list of entries; accessed only while the list's lock is held.
  @safe @exclusivity(unchecked) var place = 0
  /// Whether the entry was ever listed; set once, by the thread that hands the entry over.
  @safe @exclusivity(unchecked) var isListed = false

  /// What an entry holds.
  struct Contents {
    var round: UInt64 = 0
    var initiatingRound: UInt64 = 0
    var cause: Cause?
    var changes: [any PendingChange] = []
    /// Contexts that have left the tree by this commit; they retain their values.
    var departed: [Context] = []
    /// Whether the commit is complete.
    var isComplete = false
    var hasEnded = false

    /// Lets the contexts that have left release their values; called without a lock.
    func endKeeping() {
      for context in departed { context.endKeeping() }
    }
  }

  /// Makes an entry without contents.
  ///
  /// - Parameters:
  ///   - changeLog: The number of the change log.
  ///   - siblings: The change log's list of entries, whose lock guards the contents.
  ///   - tree: The tree of the commit.
  ///   - isRestoration: Whether a history makes the commit.
  init(changeLog: UInt64, among siblings: LiveEntries, tree: Tree, isRestoration: Bool = false) {
    changeLogID = changeLog
    self.siblings = siblings
    self.tree = tree
    self.isRestoration = isRestoration
  }

  deinit {
    if isListed { siblings.remove(self) }
    contents.endKeeping()
  }

  private func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
    siblings.lock.lock()
    defer { siblings.lock.unlock() }
    return body(&contents)
  }

  /// Takes everything out; called with the lock held.
  ///
  /// - Returns: What was there, to be released without the lock.
  func takeContents() -> Contents {
    let taken = contents
    contents.changes = []
    contents.departed = []
    contents.hasEnded = true
    return taken
  }

  /// The change log that has made the entry, while it is open.
  package var changeLog: ChangeLog? {
    tree.lock.withLock { tree.changeLogs.first { $0.id == changeLogID } }
  }

  /// The changes, one for each slot.
  public var changes: [LoggedChange] {
    pendingChanges.map(LoggedChange.init)
  }

  var pendingChanges: [any PendingChange] { withContents { $0.changes } }

  var departed: [Context] { withContents { $0.departed } }

  /// Whether there is nothing to revert.
  public var isEmpty: Bool { withContents { $0.changes.isEmpty } }

  /// Whether the commit has been made.
  var isFilled: Bool { withContents { $0.round > 0 } }

  /// Whether the commit is complete.
  ///
  /// - Parameter round: The last round that counts.
  /// - Returns: Whether it is complete, and was made by this round or an earlier one.
  func isComplete(through round: UInt64) -> Bool {
    withContents { $0.isComplete && $0.round <= round }
  }

  /// Records that the commit is complete.
  func complete() { withContents { $0.isComplete = true } }

  /// Whether the entry was emptied, because its change log has ended.
  public var hasEnded: Bool { withContents { $0.hasEnded } }

  /// Takes the changes of the commit; called under the tree's lock.
  func fill(
    round: UInt64,
    initiatingRound: UInt64,
    cause: Cause?,
    _ changes: [any PendingChange],
    departed: [Context],
    isComplete: Bool
  ) {
    for context in departed { context.beginKeeping() }
    withContents {
      $0.isComplete = isComplete
      $0.round = round
      $0.initiatingRound = initiatingRound
      $0.cause = cause
      $0.changes = changes
      $0.departed += departed
    }
  }

  /// Adds later changes of the same commit; called under the tree's lock.
  ///
  /// A slot that is listed already retains its old value.
  func absorb(_ later: [any PendingChange], departed: [Context]) {
    for context in departed { context.beginKeeping() }
    withContents { contents in
      for change in later {
        if let index = contents.changes.firstIndex(where: { $0.isOfSameSlot(as: change) }) {
          contents.changes[index] = contents.changes[index].followed(by: change)
        } else {
          contents.changes.append(change)
        }
      }
      contents.departed += departed
    }
  }

  /// Lets contexts retain their values; called without a lock.
  func keep(_ contexts: [Context]) {
    guard !contexts.isEmpty else { return }
    let known = Set(departed.lazy.map(ObjectIdentifier.init))
    let added = contexts.filter { !known.contains(ObjectIdentifier($0)) }
    for context in added {
      let lock = context.lock()
      context.beginKeeping()
      lock.unlock()
    }
    withContents { $0.departed += added }
  }

  /// Removes changes whose values are equal by the user's own equality; called without a lock.
  ///
  /// A change in place that had begun before the change log does not have its old value. A restoration stays whole, so
  /// that reverting it is a step as well.
  func removeInsignificant(keepsValues: Bool, _ isSignificant: (any PendingChange) -> Bool) {
    guard !isRestoration else { return }
    let changes = pendingChanges
    func isKept(_ change: any PendingChange) -> Bool {
      (change.hasOld || !keepsValues) && isSignificant(change)
    }
    if changes.count == 1, isKept(changes[0]) { return }
    let kept = changes.filter(isKept)
    guard kept.count < changes.count else { return }
    withContents { $0.changes = kept }
  }

  /// Releases everything.
  func invalidate() {
    siblings.lock.lock()
    let taken = takeContents()
    siblings.lock.unlock()
    taken.endKeeping()
  }

  /// Releases the values, but not the contexts that have left.
  func forgetChanges() {
    let released = withContents { contents in
      defer { contents.changes = [] }
      return contents.changes
    }
    withExtendedLifetime(released) {}
  }
}

// SAFETY: `contents` is accessed only while `lock` is held. It contains values of slots, which any thread may read and
// release.
extension ChangeLogEntry: @unchecked Sendable {}

/// One slot that differs after a commit.
public struct LoggedChange {
  /// The context whose slot has changed.
  public let context: Context
  /// The slot, by its index in the context's layout.
  public let slot: Int
  /// The structural difference of a slot with contexts; `nil` for other slots.
  public let edits: StructureEdits?
  /// The old value, if the change log retains values.
  public var oldValue: Any? { change.anyOld }
  /// The new value.
  public var newValue: Any? { change.anyNew }
  /// Whether the slot contains contexts.
  public var isStructural: Bool { context.layout.slots[slot].isStructural }

  private let change: any PendingChange

  init(_ change: any PendingChange) {
    context = change.context
    slot = change.slot
    edits = change.edits
    self.change = change
  }
}

@available(*, unavailable)
extension LoggedChange: Sendable {}
