import StrataConcurrency
import Synchronization

/// Is told of each commit in its part of a tree, with the values from before and after.
///
/// What undo, time travel and streams of modifications are made of. A journal keeps no copy of the
/// state: an entry is the list of the changes that the engine has made for a commit, so it costs what
/// has changed.
///
/// Rules say which contexts belong to it; ``Context/openJournal(of:keepsValues:_:_:)`` gives a context one.
/// A journal ends with its last rule. While one is open, writes of its tree take the long way.
public final class Journal: Sendable {
  /// What to call when something has been committed; outside all locks, in the order of the commits, on
  /// the thread that delivers, before observers are notified, or before on a thread that restores something.
  let receive: @Sendable (JournalEntry) -> Void
  /// Whether entries can be taken back, for which the values from before are kept.
  let keepsValues: Bool
  /// Who asked for it; a tree has one journal for each.
  let owner: ObjectIdentifier?
  let id: UInt64
  let tree: Tree
  /// Taken under the tree's lock, or by itself.
  private let state = Locked(State(), rank: .leaf)

  // SAFETY: touched only by `withUnnotified`, while `unnotifiedLock` is held.
  nonisolated(unsafe) private var unnotified = UnnotifiedEntries()
  /// Taken under the tree's lock, or by itself; that of an entry is taken under it.
  private let unnotifiedLock = Lock(rank: LockRank(61))

  private static let lastID = Atomic<UInt64>(0)

  init(
    in tree: Tree,
    keepsValues: Bool,
    owner: ObjectIdentifier?,
    receive: @escaping @Sendable (JournalEntry) -> Void
  ) {
    self.tree = tree
    self.keepsValues = keepsValues
    self.owner = owner
    self.receive = receive
    id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Looks at what has not been handed over yet.
  func withUnnotified<Result>(_ body: (inout UnnotifiedEntries) -> Result) -> Result {
    unnotifiedLock.lock()
    defer { unnotifiedLock.unlock() }
    return unsafe body(&unnotified)
  }

  /// Takes a context's rule back.
  ///
  /// With its last rule the journal ends: nothing is told any more but by a delivery that is under way, and
  /// the entries that it has made are emptied.
  public func uncover(_ context: Context) {
    uncover(context) { _ in true }
  }

  /// Takes a context's rule back if the life has ended that it was given for; the next life may have given
  /// it one of its own already.
  public func uncoverEndedLife(of context: Context) {
    uncover(context) { rule in
      rule.life != (context.parts?.life ?? 0) || !context.phase.isLive
    }
  }

  private func uncover(_ context: Context, where isOver: (PlacedRule) -> Bool) {
    var removed: [PlacedRule] = []
    let lock = context.lock()
    if let parts = context.parts {
      removed = parts.journalRules.filter { $0.journal === self && isOver($0) }
      parts.journalRules.removeAll { $0.journal === self && isOver($0) }
    }
    lock.unlock()
    guard !removed.isEmpty else { return }
    tree.lock.lock()
    let isOver = state.withLock { state in
      state.ruleCount -= removed.count
      return state.ruleCount == 0
    }
    if isOver { tree.close(self) }
    tree.lock.unlock()
    guard isOver else { return }
    for entry in state.withLock({ $0.takeEntries() }) { entry.invalidate() }
  }

  /// Whether the journal has rules.
  var isOpen: Bool { state.withLock { $0.ruleCount > 0 } }

  /// Makes a context part of the journal; called with the lock held.
  ///
  /// - Returns: Whether the rule holds now: not if the context has one for this life already.
  func cover(_ context: Context, _ rule: JournalRule) -> Bool {
    let parts = context.ensuredParts
    let placed = PlacedRule(journal: self, rule: rule, life: parts.life)
    if let index = parts.journalRules.firstIndex(where: { $0.journal === self }) {
      guard parts.journalRules[index].life != parts.life else { return false }
      parts.journalRules[index] = placed
      return true
    }
    parts.journalRules.append(placed)
    let isFirst = state.withLock { state in
      state.ruleCount += 1
      return state.ruleCount == 1
    }
    if isFirst { tree.open(self) }
    return true
  }

  /// Notes an entry, so that it can be emptied when the journal ends; called without a lock.
  ///
  /// - Returns: Whether the journal is still there.
  func note(_ entry: JournalEntry) -> Bool {
    // What was held only here goes when the lock has been given back.
    let (isOpen, released) = state.withLock { state in
      (state.ruleCount > 0, state.add(entry))
    }
    withExtendedLifetime(released) {}
    return isOpen
  }

  private struct State: Sendable {
    /// An entry that others hold.
    private struct Reference: Sendable {
      weak var entry: JournalEntry?
    }

    var ruleCount = 0
    private var references: [Reference] = []
    private var limit = 64

    /// - Returns: Entries that were looked at, to be released without the lock.
    mutating func add(_ entry: JournalEntry) -> [JournalEntry] {
      var present: [JournalEntry] = []
      if references.count >= limit {
        present = references.compactMap(\.entry)
        references = present.map { Reference(entry: $0) }
        limit = max(64, references.count * 2)
      }
      references.append(Reference(entry: entry))
      return present
    }

    mutating func takeEntries() -> [JournalEntry] {
      defer { references = [] }
      return references.compactMap(\.entry)
    }
  }
}

/// A rule for one life of the context that has it.
struct PlacedRule {
  let journal: Journal
  let rule: JournalRule
  let life: UInt32
}

extension Context {
  /// Makes this context, and what is below it as far as a rule reaches, part of a journal of its tree.
  ///
  /// The journal is made if its owner has none in the tree yet. The rule holds for this life of the context,
  /// until it is taken back by ``Journal/uncover(_:)``; take it back when the life ends.
  ///
  /// - Parameters:
  ///   - owner: Whose journal it is; a new one when left out.
  ///   - keepsValues: Whether its entries can be taken back. The values from before are kept then, also of
  ///     collections that are changed in place, which costs a copy of the collection; and so is what a
  ///     removed context holds, as long as an entry knows of the removal.
  ///   - rule: What of this context counts.
  ///   - receive: Is called with each entry, if the journal is new.
  /// - Returns: The journal; `nil` if this context is in no live tree or has a rule for this journal, or if this
  ///   thread is still telling it of the activation of a former life.
  public func openJournal(
    of owner: AnyObject? = nil,
    keepsValues: Bool,
    _ rule: JournalRule = JournalRule(),
    _ receive: @escaping @Sendable (JournalEntry) -> Void
  ) -> Journal? {
    let owner = owner.map { ObjectIdentifier($0) }
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, !isToldOfFormerLife else { return nil }
    let known = owner.flatMap { owner in tree.journals.first { $0.owner == owner } }
    let journal =
      known ?? Journal(in: tree, keepsValues: keepsValues, owner: owner, receive: receive)
    return journal.cover(self, rule) ? journal : nil
  }
}
