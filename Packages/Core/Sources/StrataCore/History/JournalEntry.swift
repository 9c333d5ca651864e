import StrataConcurrency

/// What one commit has changed, as far as a journal takes it, and the means to take it back.
///
/// Holds the values from before and after and, where it knows of a removal, everything that has left the
/// tree by it: released with the entry, or emptied when the journal ends.
public final class JournalEntry {
  /// The number of the round in which the changes are delivered.
  public var round: UInt64 { withContents { $0.round } }
  /// The number of the round from which that of the commit follows, by observers that were told of one and
  /// wrote; its own if it follows from none.
  public var origin: UInt64 { withContents { $0.origin } }
  /// What caused the commit, if causes are recorded.
  public var cause: Cause? { withContents { $0.cause } }
  /// Whether the commit was made by ``restore(at:_:)`` for the same journal.
  public let isRestoration: Bool

  package let journalID: UInt64
  let tree: Tree
  /// Taken, with nothing else after it, while the leaf lock of someone who lists entries is held.
  private let lock = Lock(rank: LockRank(62))
  private var contents = Contents()

  private struct Contents {
    var round: UInt64 = 0
    var origin: UInt64 = 0
    var cause: Cause?
    var changes: [any PendingChange] = []
    /// Contexts that have left the tree by this commit; they hold on to what they have.
    var departed: [Context] = []
    /// Whether nothing belongs to the commit that is not made yet.
    var isComplete = false
    var hasEnded = false
  }

  init(journal: UInt64, tree: Tree, isRestoration: Bool = false) {
    journalID = journal
    self.tree = tree
    self.isRestoration = isRestoration
  }

  deinit {
    for context in contents.departed { context.endKeeping() }
  }

  private func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&contents)
  }

  /// The journal that has made the entry, while it is open.
  package var journal: Journal? {
    tree.lock.withLock { tree.journals.first { $0.id == journalID } }
  }

  /// The changes, one for each slot.
  public var changes: [JournaledChange] {
    pendingChanges.map(JournaledChange.init)
  }

  var pendingChanges: [any PendingChange] { withContents { $0.changes } }

  var departed: [Context] { withContents { $0.departed } }

  /// Whether there is nothing to take back.
  public var isEmpty: Bool { withContents { $0.changes.isEmpty } }

  /// Whether the commit has been made.
  var isFilled: Bool { withContents { $0.round > 0 } }

  /// Whether everything that belongs to the commit has been made.
  ///
  /// - Parameter round: Only if it was made by this round or an earlier one.
  /// - Returns: Whether it is complete.
  func isComplete(through round: UInt64) -> Bool {
    withContents { $0.isComplete && $0.round <= round }
  }

  /// Notes that everything that belongs to the commit has been made.
  func complete() { withContents { $0.isComplete = true } }

  /// Whether the entry was emptied, because its journal has ended.
  public var hasEnded: Bool { withContents { $0.hasEnded } }

  /// Takes what was committed; called under the tree's lock.
  func fill(
    round: UInt64,
    origin: UInt64,
    cause: Cause?,
    _ changes: [any PendingChange],
    departed: [Context],
    isComplete: Bool
  ) {
    for context in departed { context.beginKeeping() }
    withContents {
      $0.isComplete = isComplete
      $0.round = round
      $0.origin = origin
      $0.cause = cause
      $0.changes = changes
      $0.departed += departed
    }
  }

  /// Adds what was changed as a part of the same commit; called under the tree's lock.
  ///
  /// Of a slot that is there already the value from before stays.
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

  /// Lets contexts hold on to what they have; called without a lock.
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

  /// Leaves out what does not differ by the user's own equality; called without a lock.
  ///
  /// A change in place that had begun before the journal does not have its value from before. A restoration
  /// stays whole, so that to take it back is a step, too.
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

  /// Lets go of everything.
  func invalidate() {
    let released = withContents { contents in
      defer {
        contents.changes = []
        contents.departed = []
        contents.hasEnded = true
      }
      return contents
    }
    for context in released.departed { context.endKeeping() }
  }

  /// Lets go of the values, but not of the contexts that have left.
  func forgetChanges() {
    let released = withContents { contents in
      defer { contents.changes = [] }
      return contents.changes
    }
    withExtendedLifetime(released) {}
  }
}

// SAFETY: `contents` is touched only while `lock` is held. What it holds are values of slots, which any
// thread may read and release.
extension JournalEntry: @unchecked Sendable {}

/// One slot that differs after a commit.
public struct JournaledChange {
  /// The context whose slot has changed.
  public let context: Context
  /// The slot, by its place in the context's layout.
  public let slot: Int
  /// What has become of the contexts that a structural slot holds; `nil` for other slots.
  public let edits: StructureEdits?
  /// The value from before, if the journal keeps values.
  public var oldValue: Any? { change.anyOld }
  /// The value from after the commit.
  public var newValue: Any? { change.anyNew }
  /// Whether the slot holds contexts.
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
extension JournaledChange: Sendable {}
