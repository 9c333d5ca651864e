/// Jobs that wait for a queue of their own, in the program or in one simulation.
///
/// A turn ends when the lane is short and has run a number of jobs. If jobs are left, the lane is scheduled again,
/// which gives other jobs of the queue their turns.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
final class DeliveryLane: Sendable {
  private struct State {
    var queue = DeliveryQueue()
    /// Whether a call of ``runScheduled()`` is to come.
    var isScheduled = false
    /// Whether jobs wait for that call; another turn of the queue may run them before.
    var isTurnDue = false
  }

  /// The next step of the caller of `add`.
  enum Step {
    case run(atLeast: Int)
    case schedule
    case leave
  }

  private let state = Locked(State(), rank: .delivery)
  /// Whether tests wait for the lane because it is no simulation's.
  private let isOutside: Bool

  init(isOutside: Bool) { self.isOutside = isOutside }

  /// How many jobs wait, and how many senders.
  var counts: (jobs: Int, senders: Int) {
    state.withLock { ($0.queue.count, $0.queue.waiterCount) }
  }

  /// Adds a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isOnQueue: Whether the caller runs on the lane's queue, and so runs the job at once.
  /// - Returns: The next step of the caller.
  func add(_ job: @escaping @Sendable () -> Void, isOnQueue: Bool) -> Step {
    state.withLock { state in
      state.queue.append(job)
      if isOnQueue {
        let count = state.queue.count
        return begin(&state) ? .run(atLeast: count) : .leave
      }
      guard !state.queue.isDelivering else { return .leave }
      noteTurn(&state)
      guard !state.isScheduled else { return .leave }
      state.isScheduled = true
      return .schedule
    }
  }

  /// Takes the role of the delivery owner, if it is free.
  ///
  /// - Returns: Whether the caller has to call ``runWaiting(atLeast:)``.
  func begin() -> Bool { state.withLock { begin(&$0) } }

  private func begin(_ state: inout State) -> Bool {
    guard state.queue.begin() else { return false }
    // This turn runs what the scheduled one was due for.
    noteTurn(&state)
    state.isTurnDue = false
    return true
  }

  /// Notes that jobs wait for a turn; tests wait for it once.
  private func noteTurn(_ state: inout State) {
    guard !state.isTurnDue else { return }
    state.isTurnDue = true
    if isOutside { OutsideDeliveries.turnIsDue() }
  }

  /// Waits while the lane is long and its queue works it off; called by those that run elsewhere.
  private func waitForRoom() {
    guard case .wait(let waiter) = state.withLock({ $0.queue.room() }) else { return }
    _ = waiter.park()
  }

  /// The same for a sender that may be inside of a delivery, and that then waits when it has left that.
  func waitOrOwe() {
    switch state.withLock({ $0.queue.room() }) {
    case .enough: return
    case .wait(let waiter): _ = waiter.park()
    case .owe: ThreadCalls.current.owe(self) { self.waitForRoom() }
    }
  }

  /// Runs the scheduled jobs.
  ///
  /// - Returns: Whether to schedule the lane again.
  func runScheduled() -> Bool {
    let isDeliveryOwner = state.withLock { state in
      state.isScheduled = false
      return begin(&state)
    }
    return isDeliveryOwner && runWaiting(atLeast: 0)
  }

  /// Runs jobs.
  ///
  /// - Parameter minimum: How many jobs are to be run in any case.
  /// - Returns: Whether to schedule the lane again.
  func runWaiting(atLeast minimum: Int) -> Bool {
    let calls = ThreadCalls.current
    calls.begin()
    defer {
      calls.end()
      if isOutside { OutsideDeliveries.turnHasEnded() }
    }
    var count = 0
    while true {
      let (step, schedules) = state.withLock { state -> (DeliveryQueue.Step, Bool) in
        let isEnough =
          count >= max(minimum, Backlog.share) && state.queue.count <= Backlog.resumption
        guard isEnough, state.queue.count > 0 else { return (state.queue.next(), false) }
        noteTurn(&state)
        state.isScheduled = true
        return (state.queue.pause(), true)
      }
      step.wake()
      guard case .run(let job) = step.action else { return schedules }
      job()
      count += 1
    }
  }
}
