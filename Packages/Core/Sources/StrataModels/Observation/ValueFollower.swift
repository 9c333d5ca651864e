import StrataConcurrency
import StrataCore

/// Follows a value: tells each one that differs from the one before, together with that.
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
    watch = ValueWatch(kind, at: callSite, evaluate: evaluate) { teller.receive($0) }
  }

  /// Evaluates, and follows from then on.
  ///
  /// - Parameter context: Whose follower it is.
  func start(for context: Context) {
    watch.start()
    Context.afterActivation { [teller] in context.tellFirstValue { teller.open() } }
  }

  /// Ends it: nothing is told any more, but by a call that is under way.
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
    /// Nothing is told yet; the value of the start, and the last of those after it, once there are any.
    case collecting(first: Value?, last: Value?)
    /// Changes are told; the value of the last one.
    case telling(last: Value)
    /// Nothing is told any more.
    case closed
  }

  private let progress = Locked(Progress.collecting(first: nil, last: nil), rank: .leaf)
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

  func receive(_ value: Value) {
    order.deliver { self.advance(to: value) }
  }

  func open() {
    order.deliver { self.tellWhatWasCollected() }
  }

  func close() {
    replace(by: .closed)
  }

  private func advance(to value: Value) {
    switch progress.withLock({ $0 }) {
    case .collecting(let first, _):
      replace(by: .collecting(first: first ?? value, last: first.map { _ in value }))
    case .telling(let last):
      guard differ(last, value) else { return }
      replace(by: .telling(last: value))
      tell(last, value)
    case .closed: break
    }
  }

  private func tellWhatWasCollected() {
    guard case .collecting(let first?, let last) = progress.withLock({ $0 }) else { return }
    let value = last ?? first
    replace(by: .telling(last: value))
    if initial {
      tell(value, value)
    } else if let last, differ(first, last) {
      tell(first, last)
    }
  }

  /// Goes on, unless it is closed; what was there is released outside the lock.
  private func replace(by next: Progress) {
    let former = progress.withLock { progress in
      defer { if case .closed = progress {} else { progress = next } }
      return progress
    }
    withExtendedLifetime(former) {}
  }
}
