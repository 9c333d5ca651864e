import StrataConcurrency
import StrataCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Follows a value: tells each one that differs from the one before or was touched, together with that.
///
/// What changes between ``start(for:)`` and the end of the activation that it is called in is told as one
/// change, from the value at the start to the one at the end; the children's activations are part of
/// it. Each value is told in order, one at a time, outside all locks, on the thread that delivers it; the
/// first, too, is told as one that is delivered, so that the tree counts the changes that it causes.
struct ValueFollower<Value: Sendable>: Sendable {
  private let teller: Teller<Value>
  private let watch: ValueWatch<Value>

  /// Makes a follower that begins with ``start(for:)``.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
  ///   - initial: Whether the first value is told too, as old and as new one.
  ///   - evaluate: Gives the value.
  ///   - differ: Whether a value counts as another than the one before.
  ///   - tell: Called with the old and the new value.
  init(
    _ kind: String,
    at callSite: CallSite,
    initial: Bool,
    evaluate: @escaping @Sendable () -> Value,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    tell: @escaping @Sendable (Value, Value) -> Void
  ) {
    let teller = Teller(initial: initial, differ: differ, tell: tell)
    self.teller = teller
    watch = ValueWatch(kind, at: callSite, evaluate: evaluate) { teller.receive($0, $1) }
  }

  /// Evaluates, and follows from then on.
  ///
  /// - Parameter context: Whose follower it is.
  func start(for context: Context) {
    watch.start()
    Context.afterActivation { [teller] in context.tellFirstValue { teller.open() } }
  }

  /// Ends it: no call begins any more.
  ///
  /// One that another thread is at may end later.
  func cancel() {
    watch.cancel()
    teller.close()
  }
}

/// Decides what is told of the values that a follower has seen.
///
/// The lock has rank ``LockRank/leaf``.
private final class Teller<Value: Sendable>: Sendable {
  private enum Progress: Sendable {
    /// Nothing is told yet; the value of the start, the last of those after it, once there are any, and
    /// whether one of them was touched.
    case collecting(first: Value?, last: Value?, isTouched: Bool)
    /// Changes are told; the value of the last one, and the round that was told of last.
    case telling(last: Value, round: UInt64?)
    /// Nothing is told any more.
    case closed
  }

  private struct State: Sendable {
    var progress = Progress.collecting(first: nil, last: nil, isTouched: false)
    /// The thread that is at a call.
    var caller: ThreadIdentity?
  }

  private let state = Locked(State(), rank: .leaf)
  private let order = ImmediateDelivery()
  private let initial: Bool
  private let differ: @Sendable (Value, Value) -> Bool
  private let tell: @Sendable (Value, Value) -> Void

  init(
    initial: Bool,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    tell: @escaping @Sendable (Value, Value) -> Void
  ) {
    self.initial = initial
    self.differ = differ
    self.tell = tell
  }

  func receive(_ value: Value, _ reason: EvaluationReason) {
    order.deliver { self.advance(to: value, reason) }
  }

  func open() {
    order.deliver { self.tellWhatWasCollected() }
  }

  /// Ends the calls.
  ///
  /// A thread that has been let through may not have begun its call yet, so this gives way to it, for
  /// more turns than a thread is kept from running. It does not wait for the end of the call, which may
  /// itself wait for a lock that this thread has.
  func close() {
    replace(by: .closed)
    var turns = 0
    while turns < 20_000, isCalledElsewhere {
      sched_yield()
      turns += 1
    }
  }

  private var isCalledElsewhere: Bool {
    state.withLock { $0.caller.map { $0 != .current } ?? false }
  }

  private func advance(to value: Value, _ reason: EvaluationReason) {
    switch state.withLock({ $0.progress }) {
    case .collecting(let first, _, let isTouched):
      replace(
        by: .collecting(
          first: first ?? value,
          last: first.map { _ in value },
          isTouched: isTouched || reason.isTouch
        )
      )
    case .telling(let last, let round):
      guard differ(last, value) || (reason.isTouch && round != reason.round) else { return }
      call(last, value, round: reason.round)
    case .closed: break
    }
  }

  private func tellWhatWasCollected() {
    let progress = state.withLock { $0.progress }
    guard case .collecting(let first?, let last, let isTouched) = progress else { return }
    let value = last ?? first
    if initial {
      call(value, value, round: nil)
    } else if let last, isTouched || differ(first, last) {
      call(first, last, round: nil)
    } else {
      replace(by: .telling(last: value, round: nil))
    }
  }

  /// Tells a change, unless it has been closed by now.
  private func call(_ old: Value, _ new: Value, round: UInt64?) {
    guard replace(by: .telling(last: new, round: round), caller: .current) else { return }
    tell(old, new)
    state.withLock { $0.caller = nil }
  }

  /// Goes on, unless it is closed; what was there is released outside the lock.
  ///
  /// - Returns: Whether it was not closed.
  @discardableResult
  private func replace(by next: Progress, caller: ThreadIdentity? = nil) -> Bool {
    let former = state.withLock { state in
      let former = state.progress
      if case .closed = former {} else { (state.progress, state.caller) = (next, caller) }
      return former
    }
    return if case .closed = former { false } else { true }
  }
}
