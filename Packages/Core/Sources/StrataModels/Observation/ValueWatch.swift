import StrataConcurrency
import StrataCore
import Synchronization

/// Why a watch has evaluated.
struct EvaluationReason: Sendable {
  /// Names the round whose delivery was the reason; zero for the first evaluation.
  let round: UInt64
  /// Whether something that was read was touched: the value counts as another one, equal or not.
  let isTouch: Bool
}

/// Evaluates a closure, and again whenever something that it read has changed.
///
/// One evaluation runs at a time; each value is told in order, outside all locks, on the thread that
/// evaluates: the one that starts the watch, then those that deliver changes.
final class ValueWatch<Value>: Sendable {
  private let order = ImmediateDelivery()
  private let tracker: Tracker
  private let reference: Reference
  private let loop: Locked<Loop>
  private let evaluate: @Sendable () -> Value
  private let receive: @Sendable (Value, EvaluationReason) -> Void
  /// The round that the watch was notified of last.
  private let lastRound: LastRound

  private final class LastRound: Sendable {
    let key = Atomic<UInt64>(0)
  }

  /// How long the expression has caused its own evaluation.
  private struct Loop: Sendable {
    /// The thread that evaluates.
    var runner: ThreadIdentity?
    /// How many evaluations in a row have changed what they had read.
    var length = 0
    /// Whether the one that is running is the last of them.
    var isOver = false
    var isReported = false
    /// Whether the evaluation that is running has changed what it had read.
    var isClosed = false
    /// Whether the next value counts as another one, equal or not.
    var isTouched = false

    enum Next {
      case evaluate
      case stop
      case report
    }

    /// Takes note of a change, and says what is to be done.
    mutating func next() -> Next {
      guard runner == .current else {
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
    mutating func begin() { (runner, isClosed) = (.current, false) }

    enum End {
      case other
      /// The evaluation has changed what it had read.
      case closed
      /// It was the last of too many that have.
      case over
    }

    /// Takes note of the end of an evaluation.
    mutating func end() -> End {
      runner = nil
      guard isOver else { return isClosed ? .closed : .other }
      (isOver, length) = (false, 0)
      return .over
    }
  }

  /// After so many runs that others have overtaken, what may be of several moments is told.
  private static var mostRepeats: Int { 1_000 }

  /// Makes a watch that begins with ``start()``.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
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
        case .report: ModelComplaint.endlessEvaluation(of: kind).report(at: callSite)
        }
      }
    )
    reference.watch = self
  }

  deinit { tracker.cancel() }

  /// Evaluates now, or after the evaluation that another thread is at.
  func start() {
    order.deliver { self.evaluateOnce() }
  }

  /// Evaluates now, or when what this thread activates has been activated.
  func start(atOnce: Bool) {
    if atOnce { start() } else { Context.afterActivation { self.start() } }
  }

  /// Evaluates because something has changed, unless an evaluation has seen that by then.
  private func goOn() {
    order.deliver {
      if self.tracker.isStale || self.loop.withLock({ $0.isTouched }) { self.evaluateOnce() }
    }
  }

  /// Ends the watch: nothing is told any more, but by a call that is under way.
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
      // The next change that another causes is the first again.
      case .over: tracker.resume()
      case .closed: break
      case .other:
        if repeats < Self.mostRepeats, tracker.wasOvertaken {
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
