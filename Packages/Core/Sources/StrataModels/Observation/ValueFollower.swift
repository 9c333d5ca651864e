import StrataConcurrency
import StrataCore

/// Follows a value and delivers each new value that differs or was touched, with the one before.
///
/// Changes between ``start(for:)`` and the end of the activation that it is called in are delivered as one, from
/// the value at the start to the one at the end. The children's activations are part of it. Values are delivered
/// in order, one at a time, outside all locks, on the thread that delivers the change. The first value is
/// delivered in the same way, so the tree also counts the changes that it causes.
struct ValueFollower<Value: Sendable>: Sendable {
  private let notifier: Notifier<Value>
  private let watch: ValueWatch<Value>

  /// Makes a follower that begins with ``start(for:)``.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - callSite: The call site of its creation, for reports.
  ///   - initial: Whether the first value is delivered as well, as old and as new one.
  ///   - evaluate: Gives the value.
  ///   - differ: Whether a value counts as different from the one before.
  ///   - notify: Called with the old and the new value.
  init(
    _ kind: String,
    at callSite: CallSite,
    initial: Bool,
    evaluate: @escaping @Sendable () -> Value,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    notify: @escaping @Sendable (Value, Value) -> Void
  ) {
    let notifier = Notifier(initial: initial, differ: differ, notify: notify)
    self.notifier = notifier
    watch = ValueWatch(kind, at: callSite, evaluate: evaluate) { notifier.receive($0, $1) }
  }

  /// Evaluates, and follows from then on.
  ///
  /// - Parameter context: Whose follower it is.
  func start(for context: Context) {
    watch.start()
    Context.afterActivation { [notifier] in context.deliverFirstValue { notifier.open() } }
  }

  /// Ends it.
  ///
  /// A call that has passed the check on another thread may still run.
  func cancel() {
    watch.cancel()
    notifier.close()
  }
}

/// Selects the values that a follower delivers.
///
/// The lock has rank ``LockRank/leaf``.
private final class Notifier<Value: Sendable>: Sendable {
  private enum Progress: Sendable {
    /// Nothing is delivered yet: the value at the start, the last one since, and whether one of them was touched.
    case collecting(first: Value?, last: Value?, isTouched: Bool)
    /// Changes are delivered: the last value, and the last round that was delivered.
    case notifying(last: Value, round: UInt64?)
    /// Nothing is delivered any more.
    case closed
  }

  private let progress = Locked(
    Progress.collecting(first: nil, last: nil, isTouched: false),
    rank: .leaf
  )
  private let order = ImmediateDelivery()
  private let initial: Bool
  private let differ: @Sendable (Value, Value) -> Bool
  private let notify: @Sendable (Value, Value) -> Void

  init(
    initial: Bool,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    notify: @escaping @Sendable (Value, Value) -> Void
  ) {
    self.initial = initial
    self.differ = differ
    self.notify = notify
  }

  func receive(_ value: Value, _ reason: EvaluationReason) {
    order.deliver { self.advance(to: value, reason) }
  }

  func open() {
    order.deliver { self.notifyCollected() }
  }

  /// Ends the calls.
  func close() {
    replace(by: .closed)
  }

  private func advance(to value: Value, _ reason: EvaluationReason) {
    switch progress.withLock({ $0 }) {
    case .collecting(let first, _, let isTouched):
      replace(
        by: .collecting(
          first: first ?? value,
          last: first.map { _ in value },
          isTouched: isTouched || reason.isTouch
        )
      )
    case .notifying(let last, let round):
      guard differ(last, value) || (reason.isTouch && round != reason.round) else { return }
      call(last, value, round: reason.round)
    case .closed: break
    }
  }

  private func notifyCollected() {
    guard case .collecting(let first?, let last, let isTouched) = progress.withLock({ $0 }) else {
      return
    }
    let value = last ?? first
    if initial {
      call(value, value, round: nil)
    } else if let last, isTouched || differ(first, last) {
      call(first, last, round: nil)
    } else {
      replace(by: .notifying(last: value, round: nil))
    }
  }

  /// Delivers a change, unless it has been closed by now.
  private func call(_ old: Value, _ new: Value, round: UInt64?) {
    guard replace(by: .notifying(last: new, round: round)) else { return }
    notify(old, new)
  }

  /// Goes on, unless it is closed; the former state is released outside the lock.
  ///
  /// - Returns: Whether it was not closed.
  @discardableResult
  private func replace(by next: Progress) -> Bool {
    let former = progress.withLock { progress in
      let former = progress
      if case .closed = former {} else { progress = next }
      return former
    }
    return if case .closed = former { false } else { true }
  }
}
