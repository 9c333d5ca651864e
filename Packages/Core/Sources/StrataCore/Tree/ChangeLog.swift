import StrataConcurrency
import Synchronization

/// A change log: receives each commit in its part of a tree, with the old and new values.
///
/// Undo, time travel and streams of modifications are built on it. A change log copies no state. An entry is the list
/// of the changes that the engine has made for a commit, so its cost depends on the changes alone.
///
/// Rules decide which contexts belong to it, and ``Context/openChangeLog(of:keepsValues:_:_:)`` gives a context a rule. A
/// change log ends with its last rule. While one is open, writes of its tree take the slow path.
public final class ChangeLog: Sendable {
  /// The closure that receives each commit; called outside all locks, in the order of the commits.
  ///
  /// The delivering thread calls it before observers are notified. A thread that restores something may call it
  /// earlier.
  let receive: @Sendable (ChangeLogEntry) -> Void
  /// Whether entries can be reverted, for which the previous values are retained.
  let keepsValues: Bool
  /// The object that requested it; a tree has one change log for each.
  let owner: ObjectIdentifier?
  package let id: UInt64
  let tree: Tree
  /// The entries in memory.
  let liveEntries = LiveEntries()
  /// Taken under the tree's lock, or by itself.
  private let ruleCount = Locked(0, rank: .leaf)

  // SAFETY: accessed only by `withUnnotified`, while `unnotifiedLock` is held.
  nonisolated(unsafe) private var unnotified = UnnotifiedEntries()
  /// Taken under the tree's lock, or by itself; that of an entry is taken under it.
  private let unnotifiedLock = Lock(rank: LockRank(61))

  private static let lastID = Atomic<UInt64>(0)

  init(
    in tree: Tree,
    keepsValues: Bool,
    owner: ObjectIdentifier?,
    receive: @escaping @Sendable (ChangeLogEntry) -> Void
  ) {
    self.tree = tree
    self.keepsValues = keepsValues
    self.owner = owner
    self.receive = receive
    id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Makes an entry for a commit.
  func makeEntry() -> ChangeLogEntry {
    ChangeLogEntry(changeLog: id, among: liveEntries, tree: tree)
  }

  /// Accesses the entries that have not been handed over yet.
  func withUnnotified<Result>(_ body: (inout UnnotifiedEntries) -> Result) -> Result {
    unnotifiedLock.lock()
    defer { unnotifiedLock.unlock() }
    return unsafe body(&unnotified)
  }

  /// Removes a context's rule.
  ///
  /// The change log ends with its last rule. It receives nothing more, except from a delivery in progress, and its
  /// entries are emptied.
  public func stopRecording(_ context: Context) {
    stopRecording(context) { _ in true }
  }

  /// Removes the rule of a context's ended incarnation; the next incarnation may already have a rule of its own.
  package func stopRecordingEndedLifetime(of context: Context) {
    stopRecording(context) { rule in
      rule.incarnation != (context.facets?.incarnation ?? 0) || !context.phase.isLive
    }
  }

  private func stopRecording(_ context: Context, where isOver: (PlacedRule) -> Bool) {
    var removed: [PlacedRule] = []
    let lock = context.lock()
    if let facets = context.facets {
      removed = facets.changeLogRules.filter { $0.changeLog === self && isOver($0) }
      facets.changeLogRules.removeAll { $0.changeLog === self && isOver($0) }
    }
    lock.unlock()
    guard !removed.isEmpty else { return }
    tree.lock.lock()
    let isOver = ruleCount.withLock { count in
      count -= removed.count
      return count == 0
    }
    if isOver { tree.close(self) }
    tree.lock.unlock()
    guard isOver else { return }
    for contents in liveEntries.end() { contents.endKeeping() }
  }

  /// Whether it still receives commits.
  var isOpen: Bool { liveEntries.isOpen }

  /// Whether a change belongs to only one of this change log and another, or they are the same.
  func isRival(_ other: ChangeLog) -> Bool {
    other === self || (owner != nil && other.owner != nil)
  }

  /// Makes a context part of the change log; called with the lock held.
  ///
  /// - Returns: Whether the rule applies now. It does not if the context has one for this incarnation already.
  func cover(_ context: Context, _ rule: ChangeLogRule) -> Bool {
    let facets = context.ensuredFacets
    let isCovered = facets.changeLogRules.contains {
      $0.changeLog !== self && isRival($0.changeLog) && $0.incarnation == facets.incarnation
    }
    guard !isCovered else { return false }
    let placed = PlacedRule(changeLog: self, rule: rule, incarnation: facets.incarnation)
    if let index = facets.changeLogRules.firstIndex(where: { $0.changeLog === self }) {
      guard facets.changeLogRules[index].incarnation != facets.incarnation else { return false }
      facets.changeLogRules[index] = placed
      return true
    }
    facets.changeLogRules.append(placed)
    let isFirst = ruleCount.withLock { count in
      count += 1
      return count == 1
    }
    if isFirst { tree.open(self) }
    return true
  }
}

/// A rule for one incarnation of its context.
struct PlacedRule {
  let changeLog: ChangeLog
  let rule: ChangeLogRule
  let incarnation: UInt32
}

extension Context {
  /// Makes this context, and its descendants within a rule's reach, part of a change log of its tree.
  ///
  /// The change log is made if its owner has none in the tree yet. The rule applies to this incarnation of the context,
  /// until ``ChangeLog/stopRecording(_:)`` removes it. Remove it when the incarnation ends.
  ///
  /// - Parameters:
  ///   - owner: The owner of the change log; a new log without it. A change belongs to at most one change log with an
  ///     owner: the nearest context with a rule for any of them decides.
  ///   - keepsValues: Whether its entries can be reverted. The previous values are then retained, also of collections
  ///     that are changed in place, which costs a copy of the collection. The contents of a removed context are
  ///     retained as well, as long as an entry refers to the removal.
  ///   - rule: The part of this context that counts.
  ///   - receive: Called with each entry, if the change log is new.
  /// - Returns: The change log. The result is `nil` if this context is in no live tree or has a rule for this change
  ///   log. It is also `nil` while this thread runs the activation of a former incarnation.
  public func openChangeLog(
    of owner: AnyObject? = nil,
    keepsValues: Bool,
    _ rule: ChangeLogRule = ChangeLogRule(),
    _ receive: @escaping @Sendable (ChangeLogEntry) -> Void
  ) -> ChangeLog? {
    let owner = owner.map { ObjectIdentifier($0) }
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, !isNotifiedOfFormerIncarnation else { return nil }
    let known = owner.flatMap { owner in tree.changeLogs.first { $0.owner == owner } }
    let changeLog =
      known ?? ChangeLog(in: tree, keepsValues: keepsValues, owner: owner, receive: receive)
    return changeLog.cover(self, rule) ? changeLog : nil
  }
}
