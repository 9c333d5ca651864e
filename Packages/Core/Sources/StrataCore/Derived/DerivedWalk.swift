import StrataConcurrency
import Synchronization

/// Updates a derived value, its sources first, without recursion.
///
/// The traversal takes ownership of each node that it visits, so one thread at a time checks or computes a value. A
/// value with a possibly changed source is not computed at once. Its sources are updated one after the other, in the
/// order of their reads. It is computed at the first source that differs. If none differs, it is valid.
///
/// The owned nodes are linked to one another, each a source of the one below, so that a traversal of any depth
/// allocates nothing. None of them is counted. The caller retains the first one. The sources of the one below retain
/// each other one, and only the owning thread changes these.
@safe
struct DerivedWalk: ~Copyable {
  let thread = LogicalThread.current
  // SAFETY: see above.
  /// The node that was taken last.
  private(set) var top: Unmanaged<DerivedCell>?
  // SAFETY: see above.
  /// The node that is to be taken next.
  private var next: Unmanaged<DerivedCell>?
  /// The currently held lock.
  private var lock: LockReference
  private(set) var scope: WalkScope
  /// Whether the last run has no result because of the thread's own transaction or change.
  private var isOwnDoing = false
  /// How many runs have no result because other threads wrote meanwhile.
  private var repeats = 0
  /// After so many restarts an inconsistent result is accepted, because another thread writes without end.
  private static let mostRepeats = 1_000

  private init(_ cell: DerivedCell, _ scope: consuming WalkScope) {
    unsafe next = .passUnretained(cell)
    lock = cell.lock
    self.scope = scope
  }

  /// Updates a derived value; called with the lock held, which it releases meanwhile.
  @inline(__always)
  static func update(_ cell: DerivedCell) -> WalkOutcome { update(cell, WalkScope()) }

  // Not inlined, so that it checks the stack on which it runs; see `DeepStack`.
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
    // The caller needs the values of private evaluations, and ends the computation.
    if ComputationEnd.isAny, case .updated = outcome {
      cell.lock.unlock()
      ComputationEnd.settle()
      cell.lock.lock()
    }
    return outcome
  }

  /// Updates dirty values of one tree, one after the other, until one fails.
  ///
  /// Called with the lock held, which it releases meanwhile, by a thread that computes nothing.
  ///
  /// A separate update of each would take the lock, and prepare the thread, once more.
  ///
  /// - Parameters:
  ///   - first: A value of the tree.
  ///   - next: Returns one value after the other, which the caller retains; called with the lock held.
  // SAFETY: as the documentation says, the caller retains the results of `next`. All nodes are derived values.
  static func update(after first: DerivedCell, _ next: () -> Unmanaged<DependentNode>?) {
    var walk = DerivedWalk(first, WalkScope())
    unsafe walk.next = nil
    while let node = unsafe next() {
      let reference: Unmanaged<DerivedCell> = unsafe .fromOpaque(node.toOpaque())
      let isStale = unsafe reference._withUnsafeGuaranteedRef { cell in
        cell.lock == first.lock && cell.condition == .stale && cell.canEvaluate
      }
      guard isStale else { continue }
      unsafe walk.next = unsafe reference
      walk.repeats = 0
      let outcome = walk.run()
      walk.enter(first.lock)
      guard case .updated = outcome, !ComputationEnd.isAny else { break }
    }
    walk.scope.leave()
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

  /// Takes the next step for the node that was taken last.
  ///
  /// - Returns: Whether the traversal goes on.
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

  /// Takes another lock instead of the held one.
  @inline(__always)
  mutating func enter(_ other: LockReference) {
    guard other != lock else { return }
    lock.unlock()
    lock = other
    lock.lock()
  }

  /// Computes an owned value, and ends the ownership.
  private mutating func evaluate(_ cell: DerivedCell) -> Bool {
    guard lock.attention & Attention.observers == 0 else { return evaluateObserved(cell) }
    begin(cell)
    let evaluation = cell.evaluate()
    if evaluation.contains(.unlocked) { lock.lock() }
    if !evaluation.isDisjoint(with: [.telling, .leaving, .complaining])
      || lock.attention & Attention.observers != 0
    {
      var reasons: [ObservedEvaluation.Reason] = []
      finish(cell, evaluation, duration: nil, &reasons)
    }
    return end(cell, evaluation)
  }

  /// The same for observers of the tree, who also get the reasons and the duration.
  @inline(never)
  private mutating func evaluateObserved(_ cell: DerivedCell) -> Bool {
    var reasons = cell.changedSources
    begin(cell)
    let start = ContinuousClock.now
    let evaluation = cell.evaluate()
    let duration = ContinuousClock.now - start
    if evaluation.contains(.unlocked) { lock.lock() }
    finish(cell, evaluation, duration: duration, &reasons)
    return end(cell, evaluation)
  }

  @inline(__always)
  private mutating func begin(_ cell: DerivedCell) {
    // A thread that gets the lock after its release may take the node.
    unsafe top = cell.below
    cell.beginRun(in: scope, mayRepeat: repeats < Self.mostRepeats)
    lock.unlock()
    scope.enter(cell)
  }

  /// - Returns: Whether the result was stored, or the value is to be computed again.
  @inline(__always)
  private mutating func end(_ cell: DerivedCell, _ evaluation: DerivedEvaluation) -> Bool {
    if evaluation.contains(.outdated) {
      repeats += 1
      unsafe next = .passUnretained(cell)
      return true
    }
    isOwnDoing = evaluation.contains(.ownDoing)
    if evaluation.contains(.replacing), let reader = unsafe top {
      // It has descended to this node, so it needs no further check.
      unsafe reader._withUnsafeGuaranteedRef { $0.isUnsettled = true }
    }
    return evaluation.contains(.stored)
  }

  /// Does the work that must not run under the lock.
  @inline(never)
  private mutating func finish(
    _ cell: DerivedCell,
    _ evaluation: DerivedEvaluation,
    duration: Duration?,
    _ reasons: inout [ObservedEvaluation.Reason]
  ) {
    let unread = cell.takeUnread()
    let tree = cell.tree
    let observers = tree.observers
    lock.unlock()
    scope.pause()
    if !observers.isEmpty {
      cell.tellOfEvaluation(
        observers,
        duration: duration,
        isChanged: evaluation.contains(.stored)
          ? !evaluation.isDisjoint(with: [.first, .replacing]) : nil,
        reasons: reasons
      )
    }
    if evaluation.contains(.complaining) {
      Complaint.writtenSource(cell.place).report(at: cell.callSite)
    }
    if evaluation.contains(.telling) { ComputationEnd.deliver(tree) }
    DerivedSources.removeEdges(unread)
    // They may be the last to retain a context, which is not released under the lock.
    reasons = []
    lock.lock()
  }

  // MARK: Ownership

  private enum Claim {
    case claimed
    case unneeded
    /// Check again.
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
    if let entry = PrivateValues.current?.entry(of: cell) {
      return .refused(giveUp(.apart(entry.isOwnDoing ? .ownDoing : .others)))
    }
    guard cell.canEvaluate else { return .refused(giveUp(.unable)) }
    cell.claim(for: thread)
    return .claimed
  }

  /// Ends all ownerships; the nodes are as dirty as before.
  private mutating func giveUp(_ outcome: WalkOutcome) -> WalkOutcome {
    let isOwnDoing = if case .apart(let hindrance) = outcome { hindrance.isOwnDoing } else { false }
    while let cell = unsafe top {
      unsafe cell._withUnsafeGuaranteedRef { cell in
        unsafe top = cell.below
        enter(cell.lock)
        cell.isStale = true
        // So that the end of the reason reaches the observers of this one's dependents.
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
    // SAFETY: the sources of the node in which it was found retain it.
    case descend(Unmanaged<DerivedCell>)
    case apart
  }

  /// The next step for an owned node.
  @inline(__always)
  private mutating func nextStep(_ cell: DerivedCell) -> Step {
    if cell.isUnsettled || cell.version == 0 || cell.isVolatile { return .evaluate }
    while cell.cursor < cell.sources.entries.count {
      switch Self.check(Int(cell.cursor), of: cell, for: thread) {
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
