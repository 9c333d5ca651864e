import StrataConcurrency
import StrataCore
import Synchronization

/// Why a watch has evaluated.
struct EvaluationReason: Sendable {
  /// Names the round whose delivery caused the evaluation; zero for the first one.
  let round: UInt64
  /// Whether a source was touched: the value then counts as different, equal or not.
  let isTouch: Bool
}

/// Evaluates a closure, and again whenever one of its sources has changed.
///
/// One evaluation runs at a time. Values are delivered in order, outside all locks, on the thread that evaluates:
/// the one that starts the watch, then those that deliver changes.
final class ValueWatch<Value>: Sendable {
  private let order = ImmediateDelivery()
  private let tracker: Tracker
  private let reference: Reference
  private let loop: Locked<Loop>
  private let evaluate: @Sendable () -> Value
  private let receive: @Sendable (Value, EvaluationReason) -> Void
  /// The last round that the watch was notified of.
  private let lastRound: LastRound

  private final class LastRound: Sendable {
    let key = Atomic<UInt64>(0)
  }

  /// The length of the chain in which the expression has caused its own evaluation.
  private struct Loop: Sendable {
    /// The thread that evaluates.
    var evaluator: ThreadIdentity?
    /// How many evaluations in a row have changed their own sources.
    var length = 0
    /// Whether the running one is the last of them.
    var isOver = false
    var isReported = false
    /// Whether the running evaluation has changed its own sources.
    var isClosed = false
    /// Whether the next value counts as different, equal or not.
    var isTouched = false

    enum Next {
      case evaluate
      case stop
      case report
    }

    /// Records a change, and returns the next step.
    mutating func next() -> Next {
      guard evaluator == .current else {
        length = 0
        return .evaluate
      }
      length += 1
      isClosed = true
      guard length >= 100 else { return .evaluate }
      isOver = true
      defer { isReported = true }
      return isReported ? .stop : .report
    }

    /// Takes note of the beginning of an evaluation.
    mutating func begin() { (evaluator, isClosed) = (.current, false) }

    enum End {
      case other
      /// The evaluation has changed what it had read.
      case closed
      /// It was the last of too many such evaluations.
      case over
    }

    /// Takes note of the end of an evaluation.
    mutating func end() -> End {
      evaluator = nil
      guard isOver else { return isClosed ? .closed : .other }
      (isOver, length) = (false, 0)
      return .over
    }
  }

  /// After so many superseded runs, a value is delivered even if it may mix several snapshots.
  private static var mostRepeats: Int { 1_000 }

  /// Makes a watch that begins with ``start()``.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - callSite: The call site of its creation, for reports.
  ///   - onTrigger: Called before each evaluation but the first, with the change that is its reason.
  ///   - evaluate: Gives the value.
  ///   - receive: Called with each value, the first one too, and why it was evaluated.
  init(
    _ kind: String,
    at callSite: CallSite,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    evaluate: @escaping @Sendable () -> Value,
    receive: @escaping @Sendable (Value, EvaluationReason) -> Void
  ) {
    let reference = Reference()
    self.reference = reference
    self.evaluate = evaluate
    self.receive = receive
    let loop = Locked(Loop(), rank: .leaf)
    self.loop = loop
    let lastRound = LastRound()
    self.lastRound = lastRound
    tracker = Tracker(
      kind,
      at: callSite,
      onTrigger: { change in
        lastRound.key.store(change.roundKey, ordering: .relaxed)
        onTrigger?(change)
      },
      onTouch: { _ in loop.withLock { $0.isTouched = true } },
      onChange: {
        switch loop.withLock({ $0.next() }) {
        case .evaluate: reference.watch?.goOn()
        case .stop: break
        case .report: ModelDiagnostic.endlessEvaluation(of: kind).report(at: callSite)
        }
      }
    )
    reference.watch = self
  }

  deinit { tracker.cancel() }

  /// Evaluates now, or after the evaluation that runs on another thread.
  func start() {
    order.deliver { self.evaluateOnce() }
  }

  /// Evaluates now, or at the end of this thread's activation.
  func start(atOnce: Bool) {
    if atOnce { start() } else { Context.afterActivation { self.start() } }
  }

  /// Evaluates because something has changed, unless an evaluation has seen that by then.
  private func goOn() {
    order.deliver {
      if self.tracker.isStale || self.loop.withLock({ $0.isTouched }) { self.evaluateOnce() }
    }
  }

  /// Ends the watch: nothing is delivered any more, except by a call that is under way.
  func cancel() {
    reference.watch = nil
    tracker.cancel()
  }

  private func evaluateOnce() {
    var repeats = 0
    while reference.watch === self {
      loop.withLock { $0.begin() }
      let value = tracker.track(evaluate)
      switch loop.withLock({ $0.end() }) {
      // The next change with another cause is the first one again.
      case .over: tracker.resume()
      case .closed: break
      case .other:
        if repeats < Self.mostRepeats, tracker.wasSuperseded {
          repeats += 1
          continue
        }
      }
      let isTouch = loop.withLock { loop in
        defer { loop.isTouched = false }
        return loop.isTouched
      }
      let round = lastRound.key.load(ordering: .relaxed)
      return receive(value, EvaluationReason(round: round, isTouch: isTouch))
    }
  }

  /// Leads the tracker to the watch that owns it.
  private final class Reference: Sendable {
    private struct State: Sendable {
      weak var watch: ValueWatch?
    }

    private let state = Locked(State(), rank: .leaf)

    var watch: ValueWatch? {
      get { state.withLock { $0.watch } }
      set { state.withLock { $0.watch = newValue } }
    }
  }
}
