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
  private let evaluate: @Sendable () -> Value
  private let receive: @Sendable (Value) -> Void

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
    tracker = Tracker(kind, at: callSite, onTrigger: onTrigger) { reference.watch?.start() }
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
    receive(tracker.track(evaluate))
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
