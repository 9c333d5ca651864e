import StrataConcurrency
import Synchronization

/// Brings a derived value up to date, its sources first, without recursion.
///
/// The walk claims what it looks at, so one thread at a time validates or computes a value. A value of
/// which a source may have changed is not computed at once: its sources are brought up to date one after
/// the other, in the order in which they were read, and it is computed at the first that differs. If
/// none does, it holds.
///
/// The cells that it has claimed, each a source of the one below, are linked to one another, so that a
/// walk of any depth allocates nothing. None of them is counted: the first is the caller's, and each
/// other is held by the sources of the one below, which only the thread that has claimed it changes.
@safe
struct DerivedWalk: ~Copyable {
  let thread = LogicalThread.current
  // SAFETY: see above.
  /// The cell that was claimed last.
  private(set) var top: Unmanaged<DerivedCell>?
  // SAFETY: see above.
  /// The cell that is to be claimed next.
  private var next: Unmanaged<DerivedCell>?
  /// The lock that is held.
  private var lock: LockReference
  private(set) var scope: WalkScope
  /// Whether the last run gave nothing because of what the thread itself has open.
  private var isOwnDoing = false
  /// How many runs gave nothing, because others wrote meanwhile.
  private var repeats = 0
  /// After so many, what is of several moments is taken: somebody writes without end.
  private static let mostRepeats = 1_000

  private init(_ cell: DerivedCell, _ scope: consuming WalkScope) {
    unsafe next = .passUnretained(cell)
    lock = cell.lock
    self.scope = scope
  }

  /// Brings a derived value up to date; called with the lock held, which is given back meanwhile.
  @inline(__always)
  static func update(_ cell: DerivedCell) -> WalkOutcome { update(cell, WalkScope()) }

  // Not inlined, so that it asks for room on the stack it runs on; see `DeepStack`.
  @inline(never)
  private static func update(_ cell: DerivedCell, _ scope: consuming WalkScope) -> WalkOutcome {
    guard scope.hasRoom else {
      cell.lock.unlock()
      let outerWord = scope.outerWord
      let outcome = DeepStack.runFresh {
        cell.lock.lock()
        defer { cell.lock.unlock() }
        return update(cell, WalkScope(resuming: outerWord))
      }
      cell.lock.lock()
      return outcome
    }
    var walk = DerivedWalk(cell, scope)
    let outcome = walk.run()
    walk.enter(cell.lock)
    walk.scope.leave()
    // Whoever asked needs what was computed for this thread alone, and settles.
    if ComputationEnd.isAny, case .updated = outcome {
      cell.lock.unlock()
      ComputationEnd.settle()
      cell.lock.lock()
    }
    return outcome
  }

  private mutating func run() -> WalkOutcome {
    while true {
      if let cell = unsafe next {
        switch unsafe cell._withUnsafeGuaranteedRef({ claim($0) }) {
        case .claimed:
          unsafe cell._withUnsafeGuaranteedRef { $0.below = unsafe top }
          unsafe top = unsafe cell
          unsafe next = nil
        case .unneeded: unsafe next = nil
        case .again: continue
        case .refused(let outcome): return outcome
        }
      }
      guard let cell = unsafe top else { return .updated }
      guard unsafe cell._withUnsafeGuaranteedRef({ goOn($0) }) else {
        return giveUp(.apart(isOwnDoing ? .ownDoing : .others))
      }
    }
  }

  /// Does what is to be done next about the cell that was claimed last.
  ///
  /// - Returns: Whether the walk goes on.
  @inline(__always)
  private mutating func goOn(_ cell: DerivedCell) -> Bool {
    enter(cell.lock)
    switch nextStep(cell) {
    case .valid:
      unsafe top = cell.below
      cell.release()
      return true
    case .evaluate: return evaluate(cell)
    case .descend(let source):
      unsafe next = unsafe source
      return true
    case .apart: return false
    }
  }

  /// Takes another lock instead of the one that is held.
  @inline(__always)
  mutating func enter(_ other: LockReference) {
    guard other != lock else { return }
    lock.unlock()
    lock = other
    lock.lock()
  }

  /// Computes a claimed value; that gives the claim back.
  private mutating func evaluate(_ cell: DerivedCell) -> Bool {
    // Whoever has the lock may claim the cell when it is given back.
    unsafe top = cell.below
    cell.beginRun(in: scope, mayRepeat: repeats < Self.mostRepeats)
    lock.unlock()
    scope.enter(cell)
    let evaluation = cell.evaluator(cell)
    if evaluation.contains(.unlocked) { lock.lock() }
    if !evaluation.isDisjoint(with: [.telling, .leaving, .complaining])
      || lock.attention & Attention.observers != 0
    {
      finish(cell, evaluation)
    }
    if evaluation.contains(.outdated) {
      repeats += 1
      unsafe next = .passUnretained(cell)
      return true
    }
    isOwnDoing = evaluation.contains(.ownDoing)
    return evaluation.contains(.stored)
  }

  /// Does what must not be done under the lock.
  private mutating func finish(_ cell: DerivedCell, _ evaluation: DerivedEvaluation) {
    let unread = cell.unread
    cell.unread = []
    let tree = cell.tree
    let observers = tree.observers
    lock.unlock()
    scope.pause()
    cell.tellOfEvaluation(observers)
    if evaluation.contains(.complaining) {
      Complaint.writtenSource(cell.place).report(at: cell.callSite)
    }
    if evaluation.contains(.telling) { ComputationEnd.deliver(tree) }
    DerivedSources.removeEdges(unread)
    lock.lock()
  }

  // MARK: Claims

  private enum Claim {
    case claimed
    case unneeded
    /// Ask again.
    case again
    case refused(WalkOutcome)
  }

  @inline(__always)
  private mutating func claim(_ cell: DerivedCell) -> Claim {
    enter(cell.lock)
    guard cell.condition == .stale, cell.canEvaluate, !ComputationEnd.isAny else {
      return claimUnusual(cell)
    }
    cell.claim(for: thread)
    return .claimed
  }

  private mutating func claimUnusual(_ cell: DerivedCell) -> Claim {
    if let runner = cell.runner {
      if runner == thread { return .refused(giveUp(outcomeOfOwnRun(of: cell))) }
      if cell.wait(thread, for: runner) { return .again }
      return .refused(giveUp(.apart(.circularWait)))
    }
    if let before = cell.before, before.owner != thread {
      return before.isStale ? .refused(giveUp(.apart(.others))) : .unneeded
    }
    guard cell.isStale || cell.isVolatile else { return .unneeded }
    if cell.isEnded { return .refused(giveUp(.apart(.others))) }
    if let entry = ComputationEnd.values?.entry(of: cell) {
      return .refused(giveUp(.apart(entry.isOwnDoing ? .ownDoing : .others)))
    }
    guard cell.canEvaluate else { return .refused(giveUp(.unable)) }
    cell.claim(for: thread)
    return .claimed
  }

  /// Gives all claims back; the cells are as stale as they were.
  private mutating func giveUp(_ outcome: WalkOutcome) -> WalkOutcome {
    let isOwnDoing = if case .apart(let hindrance) = outcome { hindrance.isOwnDoing } else { false }
    while let cell = unsafe top {
      unsafe cell._withUnsafeGuaranteedRef { cell in
        unsafe top = cell.below
        enter(cell.lock)
        cell.isStale = true
        // So that what ends it gets through to those who watch what depends on this one.
        if isOwnDoing { cell.owesTelling = true }
        cell.release()
      }
    }
    return outcome
  }

  // MARK: Steps

  @safe
  private enum Step {
    case valid
    case evaluate
    // SAFETY: held by the sources of the cell that it was found among.
    case descend(Unmanaged<DerivedCell>)
    case apart
  }

  /// What is to be done next about a claimed cell.
  @inline(__always)
  private mutating func nextStep(_ cell: DerivedCell) -> Step {
    if cell.isUnsettled || cell.version == 0 || cell.isVolatile { return .evaluate }
    while cell.cursor < cell.sources.entries.count {
      switch check(cell.cursor, of: cell) {
      case .same:
        cell.cursor += 1
        cell.hasDescended = false
      case .changed: return .evaluate
      case .apart: return .apart
      case .stale(let source):
        cell.hasDescended = true
        return unsafe .descend(source)
      }
    }
    return .valid
  }
}
