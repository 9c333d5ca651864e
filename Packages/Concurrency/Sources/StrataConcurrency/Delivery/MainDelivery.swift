import Dispatch

/// Runs jobs on the main queue, where the main actor is.
///
/// On the main queue, ``deliver(_:)`` runs the job before it returns, after all jobs that waited before. From inside a
/// job, or from any other thread, it leaves the job to the main queue. So the effects of the main thread are visible at
/// once, and the order is preserved.
///
/// The main queue has to be served: by an asynchronous `main`, `dispatchMain()` or a run loop. No user interface is
/// needed. On Linux another thread than the first may serve the queue; only the queue matters.
///
/// While more than ``Backlog/limit`` jobs wait and the main queue works on them, a thread that delivers one waits.
/// Inside a delivery, a transaction or a simulation it waits only when it has left that. No thread waits for a main
/// queue that does something else, because that queue may be waiting for that very thread. The main queue runs a number
/// of jobs at a time, which gives its other jobs their turns.
///
/// In a simulation, jobs wait in the simulation's own order and never mix with those outside.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
public final class MainDelivery: DeliveryExecutor {
  /// The only one: there is one main queue, and one order on it.
  public static let shared = MainDelivery()

  private let lane = DeliveryLane(isOutside: true)
  private let mark = DispatchSpecificKey<Bool>()

  private init() {
    DispatchQueue.main.setSpecific(key: mark, value: true)
  }

  /// Whether the caller runs on the main queue.
  static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: shared.mark) ?? false }

  /// Runs a job on the main queue, at once when called there.
  public func deliver(_ job: @escaping @Sendable () -> Void) {
    let isOnMain = Self.isOnMainQueue
    let simulation = SimulatedExecutor.current
    let lane = simulation?.mainLane ?? lane
    switch lane.add(job, isOnQueue: isOnMain) {
    case .leave: break
    case .run(let count): if lane.runWaiting(atLeast: count) { schedule(lane, simulation) }
    case .schedule: schedule(lane, simulation)
    }
    if !isOnMain { lane.waitOrOwe() }
  }

  /// Runs the waiting jobs, if called on the main queue outside of a job; otherwise does nothing.
  func runNow() {
    guard Self.isOnMainQueue, SimulatedExecutor.current == nil, lane.begin() else { return }
    if lane.runWaiting(atLeast: 0) { schedule(lane, nil) }
  }

  private func schedule(_ lane: DeliveryLane, _ simulation: SimulatedExecutor?) {
    if let simulation {
      Task(executorPreference: simulation) { @MainActor in
        if lane.runScheduled() { self.schedule(lane, simulation) }
      }
    } else {
      DispatchQueue.main.async {
        if lane.runScheduled() { self.schedule(lane, nil) }
      }
    }
  }
}
