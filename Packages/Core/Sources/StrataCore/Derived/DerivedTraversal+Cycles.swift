import StrataConcurrency

// A traversal that meets a value which its own thread is computing. If all the thread's reads on the way form a
// consistent snapshot, the value reads itself. If another thread's write has superseded a run, it may read itself in no
// snapshot. A run that has seen the old state then leads to one that has seen the new state.

extension DerivedTraversal {
  /// The outcome of a traversal that has reached a value which the thread is computing; called with that node's lock
  /// held.
  mutating func outcomeOfOwnRun(of node: DerivedNode) -> TraversalOutcome {
    let circle = circle(to: node)
    let isCycle =
      circle.nesting >= Self.mostNested || !circle.members.contains { isSuperseded($0) }
      || !node.noteSupersededRead(atMost: circle.mostSupersededReads)
    return isCycle ? .cycle(circle.asCycle) : .evaluatedPrivately(.superseded)
  }

  /// How often a superseded value may read itself, each time inside the last run.
  private static let mostNested = 100

  /// The computations of the thread since the one of a given node, the last one first.
  private borrowing func circle(to first: DerivedNode) -> DerivedCircle {
    var circle = DerivedCircle()
    var member = unsafe top
    var outer = scope.outerWord
    while true {
      while let node = unsafe member?.takeUnretainedValue() {
        circle.members.append(.tracked(node))
        if node === first { return circle }
        unsafe member = node.below
      }
      // SAFETY: the code that has set the scope retains it until its traversals have ended.
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: outer) else { break }
      switch unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue() {
      case let node as DerivedNode:
        unsafe member = .passUnretained(node)
        outer = node.run.outerScope
      case let scope as PrivateEvaluation:
        circle.members.append(.evaluatedPrivately(scope))
        if scope.node === first { return circle }
        outer = scope.outerScope
      default: outer = 0
      }
    }
    // Somewhere on the way, reads were untracked.
    circle.isWhole = false
    circle.members.append(.tracked(first))
    return circle
  }

  /// Whether the reads of a computation are no longer a consistent snapshot.
  private mutating func isSuperseded(_ member: DerivedCircle.Member) -> Bool {
    switch member {
    case .evaluatedPrivately(let scope):
      return scope.snapshots.areOver
    case .tracked(let node):
      enter(node.lock)
      if node.isStale { return !node.run.hasWrittenSource }
      // Another tree's commit flags its dependents here a little later than its write.
      let count = node.run.isOpen ? node.sources.next : Int(node.cursor)
      return (0..<count).contains { place in
        if case .same = Self.check(place, of: node, for: thread) { false } else { true }
      }
    }
  }
}

/// Computations of one thread that lead from a value to a read of the same value.
private struct DerivedCircle {
  enum Member {
    case tracked(DerivedNode)
    case evaluatedPrivately(PrivateEvaluation)

    var place: String {
      switch self {
      case .tracked(let node): node.place
      case .evaluatedPrivately(let scope): scope.node.place
      }
    }
  }

  /// The computations, the last one first.
  var members: [Member] = []
  /// Whether all members between these are known.
  var isWhole = true

  /// How often the first value is being computed privately, besides its run, each time inside the last.
  var nesting: Int {
    guard case .evaluatedPrivately(let scope)? = members.last else { return 0 }
    return scope.nesting + 1
  }

  /// How often the first value may read itself in one run.
  ///
  /// The depth is unknown where reads are untracked.
  var mostSupersededReads: UInt16 { isWhole ? 10_000 : 100 }

  /// The cycle to report if all reads are a consistent snapshot.
  var asCycle: DerivedCycle {
    DerivedCycle(places: members.reversed().map(\.place), isWhole: isWhole)
  }
}

@available(*, unavailable)
extension DerivedCircle: Sendable {}
