import StrataConcurrency

// What a walk does about a value that its own thread is computing. If all that the thread has read on the
// way there is of one moment, the value reads itself. If another thread's write has overtaken a run, then
// at no moment it need do so: a run that has seen the state from before reads, further down, one that has
// seen the state after.

extension DerivedWalk {
  /// How a walk ends that has come to a value which the thread is computing; called with that cell's lock
  /// held.
  mutating func outcomeOfOwnRun(of cell: DerivedCell) -> WalkOutcome {
    let circle = circle(to: cell)
    let isCycle =
      circle.nesting >= Self.mostNested || !circle.members.contains { isOvertaken($0) }
      || !cell.noteOvertakenRead(atMost: circle.mostOvertakenReads)
    return isCycle ? .cycle(circle.asCycle) : .apart(.overtaken)
  }

  /// How often a value that was overtaken may read itself, each time inside of the last.
  private static let mostNested = 100

  /// The computations that the thread has begun since it began that of a cell, the last one first.
  private borrowing func circle(to first: DerivedCell) -> DerivedCircle {
    var circle = DerivedCircle()
    var member = unsafe top
    var outer = scope.outerWord
    while true {
      while let cell = unsafe member?.takeUnretainedValue() {
        circle.members.append(.tracked(cell))
        if cell === first { return circle }
        unsafe member = cell.below
      }
      // SAFETY: whoever has set the scope keeps it until the walks that it has begun have ended.
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: outer) else { break }
      switch unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue() {
      case let cell as DerivedCell:
        unsafe member = .passUnretained(cell)
        outer = cell.run.outerScope
      case let scope as ApartScope:
        circle.members.append(.apart(scope))
        if scope.cell === first { return circle }
        outer = scope.outerScope
      default: outer = 0
      }
    }
    // Somewhere on the way reads were not tracked.
    circle.isWhole = false
    circle.members.append(.tracked(first))
    return circle
  }

  /// Whether what a computation has read is not of one moment any more.
  private mutating func isOvertaken(_ member: DerivedCircle.Member) -> Bool {
    switch member {
    case .apart(let scope):
      return scope.moments.areOver
    case .tracked(let cell):
      enter(cell.lock)
      if cell.isStale { return !cell.run.hasWrittenSource }
      // What another tree's commit has written is marked a little later.
      let count = cell.run.isOpen ? cell.sources.next : cell.cursor
      return (0..<count).contains { place in
        if case .same = check(place, of: cell) { false } else { true }
      }
    }
  }
}

/// Computations of one thread that lead from a value to a read of the same value.
private struct DerivedCircle {
  enum Member {
    case tracked(DerivedCell)
    case apart(ApartScope)

    var place: String {
      switch self {
      case .tracked(let cell): cell.place
      case .apart(let scope): scope.cell.place
      }
    }
  }

  /// The computations, the last one first.
  var members: [Member] = []
  /// Whether none between these is unknown.
  var isWhole = true

  /// How often the first is computed already, each time inside of the last, besides its run.
  var nesting: Int {
    guard case .apart(let scope)? = members.last else { return 0 }
    return scope.nesting + 1
  }

  /// How often, in one run, the first may read itself.
  ///
  /// Where reads are not tracked, it is not known how deep.
  var mostOvertakenReads: UInt16 { isWhole ? 10_000 : 100 }

  /// What is said of them if all is of one moment.
  var asCycle: DerivedCycle {
    DerivedCycle(places: members.reversed().map(\.place), isWhole: isWhole)
  }
}

@available(*, unavailable)
extension DerivedCircle: Sendable {}
