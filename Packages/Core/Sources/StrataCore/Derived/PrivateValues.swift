import StrataConcurrency

/// The results of a thread's private evaluations during its outermost computation.
///
/// Two values that read the same third one find it here. Otherwise each level of a graph would compute all levels below
/// it twice. A result is valid until a commit in a tree that it was computed from.
// SAFETY: all state is behind a lock.
final class PrivateValues: Sendable {
  /// The result of a private evaluation.
  struct Entry: Sendable {
    /// Contains the value, of the type of its node.
    let content: any AnyObject & Sendable
    let snapshots: [ReadSnapshot]
    /// Whether the thread's own transaction or change is the reason for the private evaluation.
    let isOwnDoing: Bool
  }

  private struct State: Sendable {
    /// Results, each with its node, which is retained so that its identity is not reused.
    var entries: [ObjectIdentifier: (node: DerivedNode, entry: Entry)] = [:]
    /// The snapshots of the private results that each run has read.
    var runs: [ObjectIdentifier: [ReadSnapshot]] = [:]
  }

  private let state = Locked(State(), rank: .leaf)

  /// The results of this thread, if any.
  static var current: PrivateValues? {
    // SAFETY: nothing else keeps results until the end of a computation.
    ComputationEnd.results.map { unsafe unsafeDowncast($0, to: PrivateValues.self) }
  }

  /// The results of this thread, made if they are missing.
  static var ensured: PrivateValues {
    if let current { return current }
    let made = PrivateValues()
    ComputationEnd.keep(made)
    return made
  }

  /// The result for a node, if there is a valid one.
  func entry(of node: DerivedNode) -> Entry? {
    let entry = state.withLock { $0.entries[ObjectIdentifier(node)]?.entry }
    guard let entry, !entry.snapshots.areOver else { return nil }
    return entry
  }

  /// Stores the result for a node.
  ///
  /// - Returns: The previous result, to be released without a lock.
  func keep(_ entry: Entry, of node: DerivedNode) -> (any AnyObject & Sendable)? {
    state.withLock { state in
      state.entries.updateValue((node, entry), forKey: ObjectIdentifier(node))?.entry.content
    }
  }

  /// Records that a run has read the result of a private evaluation.
  ///
  /// - Parameters:
  ///   - snapshots: The snapshots of that result.
  ///   - node: The node of the run.
  ///   - isFirst: Whether it is the first such read of the run.
  func note(_ snapshots: [ReadSnapshot], by node: DerivedNode, isFirst: Bool) {
    state.withLock { state in
      var known = isFirst ? [] : state.runs[ObjectIdentifier(node)] ?? []
      for snapshot in snapshots { known.note(snapshot) }
      state.runs[ObjectIdentifier(node)] = known
    }
  }

  /// The snapshots of the private results that a run has read.
  func snapshots(of node: DerivedNode) -> [ReadSnapshot] {
    state.withLock { $0.runs[ObjectIdentifier(node)] ?? [] }
  }
}
