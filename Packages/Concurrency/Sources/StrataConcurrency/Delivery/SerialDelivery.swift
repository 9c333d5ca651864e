import Dispatch

/// Runs jobs one after the other on a queue, apart from the threads that deliver them.
///
/// A job never runs before ``deliver(_:)`` is entered and usually after it has returned. In a
/// simulation each job takes its turn as a step of the simulation.
///
/// While more than ``Backlog/limit`` jobs wait, a thread that delivers one waits. Inside a delivery, a transaction or a
/// simulation it waits only when it has left that.
///
/// The locks have rank ``LockRank/delivery``.
public final class SerialDelivery: DeliveryExecutor {
  private let queue: DispatchQueue
  let lane = DeliveryLane(isOutside: true)
  private let simulated = Locked(DeliveryQueue(), rank: .delivery)

  /// Makes an executor.
  ///
  /// - Parameter label: The queue's name in debuggers.
  public init(label: String) {
    self.queue = DispatchQueue(label: label)
  }

  /// Leaves a job to the queue.
  public func deliver(_ job: @escaping @Sendable () -> Void) {
    if let simulation = SimulatedExecutor.current {
      deliver(job, in: simulation)
    } else {
      if case .schedule = lane.add(job, isOnQueue: false) { schedule() }
      lane.waitOrOwe()
    }
  }

  private func schedule() {
    queue.async { [self] in
      if lane.runScheduled() { schedule() }
    }
  }

  private func deliver(_ job: @escaping @Sendable () -> Void, in simulation: SimulatedExecutor) {
    let isDeliveryOwner = simulated.withLock { queue in
      queue.append(job)
      return queue.begin()
    }
    guard isDeliveryOwner else { return }
    Task(executorPreference: simulation) {
      while case .run(let job) = self.simulated.withLock({ $0.next() }).action {
        job()
        await Task.yield()
      }
    }
  }
}
