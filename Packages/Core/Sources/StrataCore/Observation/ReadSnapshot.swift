import StrataConcurrency
import Synchronization

/// A snapshot of a tree: the number of its commits when a computation first read in it.
struct ReadSnapshot: Sendable {
  private let tree: Tree
  private let commits: UInt64
  /// The number of writes of the thread's own transaction there; `nil` if it runs none.
  private let ownWrites: UInt64?

  /// The current snapshot; called with the tree's lock held.
  init(_ tree: Tree) {
    self.tree = tree
    commits = tree.sourceCommits.load(ordering: .relaxed)
    let isOwn = tree.transaction.owner == LogicalThread.current
    ownWrites = isOwn ? tree.sourceWrites.load(ordering: .relaxed) : nil
  }

  /// Whether the thread still sees the same state.
  var isNow: Bool {
    tree.sourceCommits.load(ordering: .relaxed) == commits
      && (ownWrites.map { tree.sourceWrites.load(ordering: .relaxed) == $0 } ?? true)
  }

  fileprivate func isSame(_ other: ReadSnapshot) -> Bool {
    tree === other.tree && commits == other.commits && ownWrites == other.ownWrites
  }
}

extension [ReadSnapshot] {
  /// Adds a snapshot, unless it is listed.
  mutating func note(_ snapshot: ReadSnapshot) {
    if !contains(where: { $0.isSame(snapshot) }) { append(snapshot) }
  }

  /// Whether something was committed meanwhile in a tree that a computation has read.
  var areOver: Bool { contains { !$0.isNow } }
}
