import StrataConcurrency
import StrataCore

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
  private let receive: @Sendable (Value) -> Void

  /// How long the expression has caused its own evaluation.
  private struct Loop: Sendable {
    /// The thread that evaluates.
    var runner: ThreadIdentity?
    /// How many evaluations in a row have changed what they had read.
    var length = 0
    /// Whether the one that is running is the last of them.
    var isOver = false
    var isReported = false

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
      guard length >= 100 else { return .evaluate }
      isOver = true
      defer { isReported = true }
      return isReported ? .stop : .report
    }

    /// Takes note of the end of an evaluation.
    ///
    /// - Returns: Whether it has ended the loop.
    mutating func end() -> Bool {
      runner = nil
      guard isOver else { return false }
      (isOver, length) = (false, 0)
      return true
    }
  }

  /// Makes a watch that begins with ``start()``.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
  ///   - onTrigger: Called before each evaluation but the first, with the change that is its reason.
  ///   - evaluate: Gives the value.
  ///   - receive: Called with each value, the first one too.
  init(
    _ kind: String,
    at callSite: CallSite,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    evaluate: @escaping @Sendable () -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) {
    let reference = Reference()
    self.reference = reference
    self.evaluate = evaluate
    self.receive = receive
    let loop = Locked(Loop(), rank: .leaf)
    self.loop = loop
    tracker = Tracker(kind, at: callSite, onTrigger: onTrigger) {
      switch loop.withLock({ $0.next() }) {
      case .evaluate: reference.watch?.start()
      case .stop: break
      case .report: ModelComplaint.endlessEvaluation(of: kind).report(at: callSite)
      }
    }
    reference.watch = self
  }

  deinit { tracker.cancel() }

  /// Evaluates now, or after the evaluation that another thread is at.
  func start() {
    order.deliver { self.evaluateOnce() }
  }

  /// Ends the watch: nothing is told any more, but by a call that is under way.
  func cancel() {
    reference.watch = nil
    tracker.cancel()
  }

  private func evaluateOnce() {
    guard reference.watch === self else { return }
    loop.withLock { $0.runner = .current }
    let value = tracker.track(evaluate)
    // The next change that another causes is the first again.
    if loop.withLock({ $0.end() }) { tracker.resume() }
    receive(value)
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
