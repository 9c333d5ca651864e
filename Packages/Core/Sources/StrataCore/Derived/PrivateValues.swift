import StrataConcurrency
import Synchronization

/// A tree, and what was committed there when a computation first read in it.
struct ReadMoment: Sendable {
  private let tree: Tree
  private let commits: UInt64
  /// What the thread's own transaction had written there; `nil` if it runs none.
  private let ownWrites: UInt64?

  /// The moment of now; called with the tree's lock held.
  init(_ tree: Tree) {
    self.tree = tree
    commits = tree.sourceCommits.load(ordering: .relaxed)
    let isOwn = tree.transaction.owner == LogicalThread.current
    ownWrites = isOwn ? tree.sourceWrites.load(ordering: .relaxed) : nil
  }

  /// Whether the thread still sees what it saw then.
  var isNow: Bool {
    tree.sourceCommits.load(ordering: .relaxed) == commits
      && (ownWrites.map { tree.sourceWrites.load(ordering: .relaxed) == $0 } ?? true)
  }

  fileprivate func isSame(_ other: ReadMoment) -> Bool {
    tree === other.tree && commits == other.commits && ownWrites == other.ownWrites
  }
}

extension [ReadMoment] {
  /// Adds a moment, unless it is there.
  mutating func note(_ moment: ReadMoment) {
    if !contains(where: { $0.isSame(moment) }) { append(moment) }
  }

  /// Whether something was committed meanwhile where a computation has read.
  var areOver: Bool { contains { !$0.isNow } }
}

/// What a thread has computed for itself alone while it computes derived values.
///
/// Two values that read the same third one find it here: else each level of a graph would compute all below
/// it twice. A value counts until something is committed in a tree that it was computed from.
// SAFETY: all is behind a lock.
final class PrivateValues: Sendable {
  /// A value that holds for the thread alone.
  struct Entry: Sendable {
    /// Holds the value, of the type of its cell.
    let content: any AnyObject & Sendable
    let moments: [ReadMoment]
    /// Whether it holds for the thread alone because of what the thread itself has open.
    let isOwnDoing: Bool
  }

  private struct State: Sendable {
    /// Values, with the cell that keeps the name from being another's.
    var entries: [ObjectIdentifier: (cell: DerivedCell, entry: Entry)] = [:]
    /// When what a run has read was computed for this thread alone.
    var runs: [ObjectIdentifier: [ReadMoment]] = [:]
  }

  private let state = Locked(State(), rank: .leaf)

  /// The value of a cell, if there is one that counts.
  func entry(of cell: DerivedCell) -> Entry? {
    let entry = state.withLock { $0.entries[ObjectIdentifier(cell)]?.entry }
    guard let entry, !entry.moments.areOver else { return nil }
    return entry
  }

  /// Keeps the value of a cell.
  ///
  /// - Returns: What was kept before, to be released without a lock.
  func keep(_ entry: Entry, of cell: DerivedCell) -> (any AnyObject & Sendable)? {
    state.withLock { state in
      state.entries.updateValue((cell, entry), forKey: ObjectIdentifier(cell))?.entry.content
    }
  }

  /// Takes note that a run has read what was computed for this thread alone.
  ///
  /// - Parameters:
  ///   - moments: When what it has read was computed.
  ///   - cell: The derived value of the run.
  ///   - isFirst: Whether it is the first such read of the run.
  func note(_ moments: [ReadMoment], by cell: DerivedCell, isFirst: Bool) {
    state.withLock { state in
      var known = isFirst ? [] : state.runs[ObjectIdentifier(cell)] ?? []
      for moment in moments { known.note(moment) }
      state.runs[ObjectIdentifier(cell)] = known
    }
  }

  /// When what a run has read was computed for this thread alone.
  func moments(of cell: DerivedCell) -> [ReadMoment] {
    state.withLock { $0.runs[ObjectIdentifier(cell)] ?? [] }
  }
}
