/// Jobs that wait for a queue of their own, in the program or in one simulation.
///
/// A turn ends when the lane is short and has run a number of jobs. If jobs are left, the lane is scheduled again,
/// which gives other jobs of the queue their turns.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
final class DeliveryLane: Sendable {
  private struct State {
    var queue = DeliveryQueue()
    var isScheduled = false
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
      guard !state.isScheduled, !state.queue.isDelivering else { return .leave }
      schedule(&state)
      return .schedule
    }
  }

  /// Takes the role of the delivery owner, if it is free.
  ///
  /// - Returns: Whether the caller has to call ``runWaiting(atLeast:)``.
  func begin() -> Bool { state.withLock { begin(&$0) } }

  private func begin(_ state: inout State) -> Bool {
    guard state.queue.begin() else { return false }
    if isOutside { OutsideDeliveries.turnIsDue() }
    return true
  }

  private func schedule(_ state: inout State) {
    state.isScheduled = true
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
    defer { if isOutside { OutsideDeliveries.turnHasEnded() } }
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
        schedule(&state)
        return (state.queue.pause(), true)
      }
      step.wake()
      guard case .run(let job) = step.action else { return schedules }
      job()
      count += 1
    }
  }
}
