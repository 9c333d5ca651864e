/// The part of sleeping that clocks share: a suspended call that a cancellation wakes early.
enum SleepingCall {
  /// The answer to a call that wants to sleep.
  enum Outcome: Sendable {
    /// It has nothing to wait for.
    case awake
    /// It sleeps under this name.
    case asleep(UInt64)
    /// The call can no longer sleep.
    case rejected
  }

  /// Whether the name of the sleeper or the cancellation came first.
  private enum State: Sendable {
    case starting
    case asleep(UInt64)
    case cancelled
  }

  /// Sleeps until the call is resumed or the task is cancelled.
  ///
  /// - Parameters:
  ///   - add: Puts the call among the sleepers.
  ///   - remove: Takes it out; the returned call is woken here.
  /// - Returns: Whether the call was woken in time.
  static func sleep(
    add: (SuspendedCall<Bool>) -> Outcome,
    remove: @Sendable (UInt64) -> SuspendedCall<Bool>?
  ) async -> Bool {
    let state = Locked(State.starting, rank: .leaf)
    return await withTaskCancellationHandler {
      await SuspendedCall<Bool>.suspend { call in
        switch add(call) {
        case .awake: call.resume(returning: true)
        case .rejected: call.resume(returning: false)
        case .asleep(let id):
          let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .asleep(id)
            return false
          }
          if isCancelled { remove(id)?.resume(returning: false) }
        }
      }
    } onCancel: {
      let id: UInt64? = state.withLock { state in
        defer { state = .cancelled }
        if case .asleep(let id) = state { return id }
        return nil
      }
      if let id { remove(id)?.resume(returning: false) }
    }
  }
}
