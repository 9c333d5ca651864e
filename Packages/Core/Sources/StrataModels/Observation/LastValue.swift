import StrataConcurrency

/// Selects the values of a watch that are notified.
///
/// One value at a time is given to it. The lock has rank ``LockRank/leaf``; no user code runs under it.
final class LastValue<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value?
    /// Names the last round for which a value was notified.
    var notifiedRound: UInt64?
  }

  private let state = Locked(State(), rank: .leaf)
  private let notifiesFirst: Bool
  private let differ: @Sendable (Value, Value) -> Bool

  /// Makes one that knows no value yet.
  ///
  /// - Parameters:
  ///   - notifiesFirst: Whether the first value is notified.
  ///   - differ: Whether a value counts as different from the one before.
  init(notifiesFirst: Bool, differ: @escaping @Sendable (Value, Value) -> Bool) {
    self.notifiesFirst = notifiesFirst
    self.differ = differ
  }

  /// Replaces the last value by a new one.
  ///
  /// A touch is notified although the value is equal, but not when its round was notified already.
  ///
  /// - Returns: Whether it is to be notified.
  func advance(to value: Value, because reason: EvaluationReason) -> Bool {
    let former = state.withLock { state in
      defer { state.value = value }
      return state
    }
    let isNotified =
      former.value.map { former in differ(former, value) } ?? notifiesFirst
      || (reason.isTouch && former.value != nil && former.notifiedRound != reason.round)
    if isNotified { state.withLock { $0.notifiedRound = reason.round } }
    return isNotified
  }
}
