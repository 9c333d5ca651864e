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
struct DerivedTraversal: ~Copyable {
  let thread = LogicalThread.current
  // SAFETY: see above.
  /// The node that was taken last.
  private(set) var top: Unmanaged<DerivedNode>?
  // SAFETY: see above.
  /// The node that is to be taken next.
  private var next: Unmanaged<DerivedNode>?
  /// The currently held lock.
  private var lock: LockReference
  private(set) var scope: TraversalScope
  /// Whether the last run has no result because of the thread's own transaction or change.
  private var isOwnDoing = false
  /// How many runs have no result because other threads wrote meanwhile.
  private var repeats = 0
  /// After so many restarts an inconsistent result is accepted, because another thread writes without end.
  private static let mostRepeats = 1_000

  private init(_ node: DerivedNode, _ scope: consuming TraversalScope) {
    unsafe next = .passUnretained(node)
    lock = node.lock
    self.scope = scope
  }

  /// Updates a derived value; called with the lock held, which it releases meanwhile.
  @inline(__always)
  static func update(_ node: DerivedNode) -> TraversalOutcome { update(node, TraversalScope()) }

  // Not inlined, so that it checks the stack on which it runs; see `DeepStack`.
  @inline(never)
  private static func update(
    _ node: DerivedNode,
    _ scope: consuming TraversalScope
  ) -> TraversalOutcome {
    guard scope.hasRoom else {
      node.lock.unlock()
      let outerWord = scope.outerWord
      let outcome = DeepStack.runFresh {
        node.lock.lock()
        defer { node.lock.unlock() }
        return update(node, TraversalScope(resuming: outerWord))
      }
      node.lock.lock()
      return outcome
    }
    var traversal = DerivedTraversal(node, scope)
    let outcome = traversal.run()
    traversal.enter(node.lock)
    traversal.scope.leave()
    // The caller needs the values of private evaluations, and ends the computation.
    if ComputationEnd.isAny, case .updated = outcome {
      node.lock.unlock()
      ComputationEnd.settle()
      node.lock.lock()
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
  static func update(after first: DerivedNode, _ next: () -> Unmanaged<DependentNode>?) {
    var traversal = DerivedTraversal(first, TraversalScope())
    unsafe traversal.next = nil
    while let node = unsafe next() {
      let reference: Unmanaged<DerivedNode> = unsafe .fromOpaque(node.toOpaque())
      let isStale = unsafe reference._withUnsafeGuaranteedRef { node in
        node.lock == first.lock && node.condition == .stale && node.canEvaluate
      }
      guard isStale else { continue }
      unsafe traversal.next = unsafe reference
      traversal.repeats = 0
      let outcome = traversal.run()
      traversal.enter(first.lock)
      guard case .updated = outcome, !ComputationEnd.isAny else { break }
    }
    traversal.scope.leave()
  }

  private mutating func run() -> TraversalOutcome {
    while true {
      if let node = unsafe next {
        switch unsafe node._withUnsafeGuaranteedRef({ acquire($0) }) {
        case .acquired:
          unsafe node._withUnsafeGuaranteedRef { $0.below = unsafe top }
          unsafe top = unsafe node
          unsafe next = nil
        case .unneeded: unsafe next = nil
        case .again: continue
        case .rejected(let outcome): return outcome
        }
      }
      guard let node = unsafe top else { return .updated }
      guard unsafe node._withUnsafeGuaranteedRef({ goOn($0) }) else {
        return giveUp(.evaluatedPrivately(isOwnDoing ? .ownDoing : .others))
      }
    }
  }

  /// Takes the next step for the node that was taken last.
  ///
  /// - Returns: Whether the traversal goes on.
  @inline(__always)
  private mutating func goOn(_ node: DerivedNode) -> Bool {
    enter(node.lock)
    switch nextStep(node) {
    case .valid:
      unsafe top = node.below
      release(node)
      if lock.flagWord & TreeFlags.transaction != 0 { node.divideIfValidInPast(for: thread) }
      return true
    case .evaluate: return evaluate(node)
    case .descend(let source):
      unsafe next = unsafe source
      return true
    case .evaluatedPrivately: return false
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
  private mutating func evaluate(_ node: DerivedNode) -> Bool {
    guard lock.flagWord & TreeFlags.observers == 0 else { return evaluateObserved(node) }
    begin(node)
    let evaluation = node.evaluate()
    if evaluation.contains(.unlocked) { lock.lock() }
    if !evaluation.isDisjoint(with: [.notifying, .leaving, .complaining])
      || lock.flagWord & TreeFlags.observers != 0
    {
      var reasons: [ObservedEvaluation.Reason] = []
      finish(node, evaluation, duration: nil, &reasons)
    }
    return end(node, evaluation)
  }

  /// The same for observers of the tree, who also get the reasons and the duration.
  @inline(never)
  private mutating func evaluateObserved(_ node: DerivedNode) -> Bool {
    var reasons = node.changedSources
    begin(node)
    let start = ContinuousClock.now
    let evaluation = node.evaluate()
    let duration = ContinuousClock.now - start
    if evaluation.contains(.unlocked) { lock.lock() }
    finish(node, evaluation, duration: duration, &reasons)
    return end(node, evaluation)
  }

  @inline(__always)
  private mutating func begin(_ node: DerivedNode) {
    // A thread that gets the lock after its release may take the node.
    unsafe top = node.below
    node.beginRun(in: scope, mayRepeat: repeats < Self.mostRepeats)
    lock.unlock()
    scope.enter(node)
  }

  /// - Returns: Whether the result was stored, or the value is to be computed again.
  @inline(__always)
  private mutating func end(_ node: DerivedNode, _ evaluation: DerivedEvaluation) -> Bool {
    if evaluation.contains(.outdated) {
      repeats += 1
      unsafe next = .passUnretained(node)
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
    _ node: DerivedNode,
    _ evaluation: DerivedEvaluation,
    duration: Duration?,
    _ reasons: inout [ObservedEvaluation.Reason]
  ) {
    let unread = node.takeUnread()
    let unused = node.takeIdleBody()
    let tree = node.tree
    let observers = tree.observers
    lock.unlock()
    scope.pause()
    if !observers.isEmpty {
      node.notifyOfEvaluation(
        observers,
        duration: duration,
        isChanged: evaluation.contains(.stored)
          ? !evaluation.isDisjoint(with: [.first, .replacing]) : nil,
        reasons: reasons
      )
    }
    if evaluation.contains(.complaining) {
      Diagnostic.writtenSource(node.place).report(at: node.callSite)
    }
    if evaluation.contains(.notifying) { ComputationEnd.deliver(tree) }
    DerivedSources.removeEdges(unread)
    // They may be the last to retain a context, which is not released under the lock.
    reasons = []
    _ = consume unused
    lock.lock()
  }

  // MARK: Ownership

  private enum Acquisition {
    case acquired
    case unneeded
    /// Check again.
    case again
    case rejected(TraversalOutcome)
  }

  @inline(__always)
  private mutating func acquire(_ node: DerivedNode) -> Acquisition {
    enter(node.lock)
    guard node.condition == .stale, node.canEvaluate, !ComputationEnd.isAny else {
      return acquireSlowPath(node)
    }
    node.acquire(for: thread)
    return .acquired
  }

  private mutating func acquireSlowPath(_ node: DerivedNode) -> Acquisition {
    if let evaluator = node.evaluator {
      if evaluator == thread { return .rejected(giveUp(outcomeOfOwnRun(of: node))) }
      if node.wait(thread, for: evaluator) { return .again }
      return .rejected(giveUp(.evaluatedPrivately(.circularWait)))
    }
    if let before = node.before, before.owner != thread {
      return before.isStale ? .rejected(giveUp(.evaluatedPrivately(.others))) : .unneeded
    }
    guard node.isStale || node.isVolatile else { return .unneeded }
    if node.isEnded { return .rejected(giveUp(.evaluatedPrivately(.others))) }
    if let entry = PrivateValues.current?.entry(of: node) {
      return .rejected(giveUp(.evaluatedPrivately(entry.isOwnDoing ? .ownDoing : .others)))
    }
    guard node.canEvaluate else { return .rejected(giveUp(.unable)) }
    node.acquire(for: thread)
    return .acquired
  }

  /// Ends an ownership without a run.
  @inline(__always)
  private mutating func release(_ node: DerivedNode) {
    let isReturning = node.condition.contains(.returning)
    node.release()
    if isReturning { returnBody(of: node) }
  }

  @inline(never)
  private mutating func returnBody(of node: DerivedNode) {
    let unused = node.takeIdleBody()
    lock.unlock()
    _ = consume unused
    lock.lock()
  }

  /// Ends all ownerships; the nodes are as dirty as before.
  private mutating func giveUp(_ outcome: TraversalOutcome) -> TraversalOutcome {
    let isOwnDoing =
      if case .evaluatedPrivately(let blocker) = outcome { blocker.isOwnDoing } else { false }
    while let node = unsafe top {
      unsafe node._withUnsafeGuaranteedRef { node in
        unsafe top = node.below
        enter(node.lock)
        node.isStale = true
        // So that the end of the reason reaches the observers of this one's dependents.
        if isOwnDoing { node.owesNotification = true }
        release(node)
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
    case descend(Unmanaged<DerivedNode>)
    case evaluatedPrivately
  }

  /// The next step for an owned node.
  @inline(__always)
  private mutating func nextStep(_ node: DerivedNode) -> Step {
    if node.isUnsettled || node.version == 0 || node.isVolatile { return .evaluate }
    while node.cursor < node.sources.entries.count {
      switch Self.check(Int(node.cursor), of: node, for: thread) {
      case .same:
        node.cursor += 1
        node.hasDescended = false
      case .changed: return .evaluate
      case .evaluatedPrivately: return .evaluatedPrivately
      case .stale(let source):
        node.hasDescended = true
        return unsafe .descend(source)
      }
    }
    return .valid
  }
}
