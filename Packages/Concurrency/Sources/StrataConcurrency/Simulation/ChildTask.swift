/// The task of an operation while it runs, to cancel it from outside.
final class ChildTask: Sendable {
  // SAFETY: set by the task itself when it begins and cleared by it before it returns, both in jobs that the driver
  // runs. Only the driver cancels, between jobs, so it finds a task that exists. Cancelling is allowed from any thread.
  @safe
  private struct State: @unchecked Sendable {
    var task: UnsafeCurrentTask?
  }

  private let state = Locked(State(), rank: .leaf)

  func begin() {
    unsafe withUnsafeCurrentTask { task in
      // SAFETY: `end` forgets the task before it is over.
      let current = unsafe State(task: task)
      state.withLock { $0 = current }
    }
  }

  func end() {
    state.withLock { unsafe $0.task = nil }
  }

  /// Cancels the task, unless the operation has returned; called by the driver.
  ///
  /// Outside the lock: handlers of the cancellation run here.
  func cancel() {
    let running = state.withLock { $0 }
    unsafe running.task?.cancel()
  }
}
