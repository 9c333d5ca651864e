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
    let isCycle = !circle.members.contains { isOvertaken($0) } || !cell.noteOvertakenRead()
    return isCycle ? .cycle(circle.asCycle) : .apart(.overtaken)
  }

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
      enter(scope.cell.lock)
      return scope.cell.tree.lastVersion != scope.version
    case .tracked(let cell):
      enter(cell.lock)
      if cell.isStale { return !cell.run.hasWrittenSource }
      // What another tree's commit has written is marked a little later.
      let count = cell.run.isOpen ? cell.sources.next : cell.cursor
      return (0..<count).contains { place in
        if case .changed = check(place, of: cell) { true } else { false }
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

  /// What is said of them if all is of one moment.
  var asCycle: DerivedCycle {
    DerivedCycle(places: members.reversed().map(\.place), isWhole: isWhole)
  }
}

@available(*, unavailable)
extension DerivedCircle: Sendable {}

/// The scope of a computation whose value is not stored.
///
/// It takes note of nothing, but whoever looks for a cycle finds it.
// SAFETY: as for `ReadScope`; it adds constants.
final class ApartScope: ReadScope, @unchecked Sendable {
  /// Whose value is computed.
  let cell: DerivedCell
  /// What the last version of the cell's tree was when the computation began.
  let version: UInt64
  /// The word of the scope in which the value was asked for.
  let outerScope: UInt

  /// Begins a computation; called with the cell's lock held.
  init(_ cell: DerivedCell) {
    self.cell = cell
    version = cell.tree.lastVersion
    outerScope = unsafe TrackingScope.isAnyOpen ? UInt(bitPattern: TrackingScope.current) : 0
    super.init(isIdle: true)
  }

  override var hidesReads: Bool { true }
}
