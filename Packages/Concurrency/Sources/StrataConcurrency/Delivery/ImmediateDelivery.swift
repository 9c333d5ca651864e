/// Runs jobs on the thread that delivers them.
///
/// A job has run when ``deliver(_:)`` returns, with two exceptions. A job that is delivered from inside a job, or while
/// another thread is running jobs, goes to the thread that runs jobs then. These exceptions preserve the order and rule
/// out recursion.
///
/// That thread runs a bounded number of jobs of others, then passes the role to the next thread that delivers. While
/// more than ``Backlog/limit`` jobs wait, a thread that delivers one waits, unless it is inside a delivery, a
/// transaction or a simulation.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
public final class ImmediateDelivery: DeliveryExecutor {
  private let queue = Locked(DeliveryQueue(), rank: .delivery)

  /// Makes an executor.
  public init() {}

  /// How many jobs wait, and how many senders.
  var counts: (jobs: Int, senders: Int) { queue.withLock { ($0.count, $0.waiterCount) } }

  /// Runs a job, or passes it to the thread that is running jobs.
  ///
  /// - Complexity: O(1), and the job's own; the thread that delivers also runs the jobs that others pass to it.
  public func deliver(_ job: @escaping @Sendable () -> Void) {
    let room = queue.withLock { queue -> Backlog.Room? in
      if queue.begin() { return nil }
      queue.append(job)
      return queue.room(handsOver: true)
    }
    switch room {
    case nil: run(job)
    case .enough: return
    case .wait(let waiter): if waiter.park() { run(nil) }
    case .owe: ThreadCalls.current.owe(self) { self.waitForRoom() }
    }
  }

  /// Waits while many jobs wait and another thread runs them; may run them itself in the end.
  private func waitForRoom() {
    guard case .wait(let waiter) = queue.withLock({ $0.room(handsOver: true) }) else { return }
    if waiter.park() { run(nil) }
  }

  /// Runs a job and those that wait; called by the thread that has the role.
  private func run(_ job: (@Sendable () -> Void)?) {
    let calls = ThreadCalls.current
    calls.begin()
    job?()
    while true {
      let step = queue.withLock { $0.next(handsOver: true) }
      step.wake()
      guard case .run(let next) = step.action else { break }
      next()
    }
    calls.end()
  }
}
