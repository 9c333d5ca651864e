/// Lets a task wait until the work that it replaces has finished.
///
/// One task waits at a gate, its holder. A task that is replaced while it waits passes the gate on and ends. So one
/// gate stands before one waiting task, however many restarts follow one another.
///
/// The lock has rank ``LockRank/leaf``.
final class UnwindGate: Sendable {
  private struct State {
    /// How many predecessors have not returned yet.
    var running: Int
    /// The serial of the only work that may wait here.
    var holder: UInt64
    var waiter: SuspendedCall<Void>?
  }

  private let state: Locked<State>

  /// Makes a gate that opens after as many arrivals.
  init(running: Int, holder: UInt64) {
    state = Locked(State(running: running, holder: holder), rank: .leaf)
  }

  /// Lets the gate wait for one more.
  func addRunning() {
    state.withLock { $0.running += 1 }
  }

  /// Gives the gate to other work.
  ///
  /// - Returns: The call of the former holder if it waits already; to be resumed outside the locks.
  func handOver(to holder: UInt64) -> SuspendedCall<Void>? {
    state.withLock { state in
      state.holder = holder
      return state.waiter.take()
    }
  }

  /// Notes that one predecessor has returned; the last lets the waiter through.
  func arrive() {
    let waiter: SuspendedCall<Void>? = state.withLock { state in
      state.running -= 1
      return state.running == 0 ? state.waiter.take() : nil
    }
    waiter?.resume(returning: ())
  }

  /// Waits until the gate opens or passes to another task.
  ///
  /// Cancelling the task does not end the wait: its successor counts on that.
  func wait(as holder: UInt64) async {
    await SuspendedCall.suspend { call in
      let passes = state.withLock { state in
        guard state.running > 0, state.holder == holder else { return true }
        state.waiter = call
        return false
      }
      if passes { call.resume(returning: ()) }
    }
  }
}
