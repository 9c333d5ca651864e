import Dispatch

/// Runs jobs on the main queue, where the main actor is.
///
/// Called on the main queue, it runs the job, after all that still waits, before ``deliver(_:)``
/// returns; called from inside a job, or from any other thread, it leaves the job to the main queue.
/// So what the main thread does is seen at once, and the order is kept all the same.
///
/// The main queue has to be served: by an asynchronous `main`, `dispatchMain()` or a run loop. No
/// user interface is needed. On Linux the queue may be served by another thread than the first; what
/// counts is the queue.
///
/// In a simulation, jobs wait in the simulation's own order and never mix with those outside.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
public final class MainDelivery: DeliveryExecutor {
  /// The only one: there is one main queue, and one order on it.
  public static let shared = MainDelivery()

  private let lane = MainDeliveryLane()
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
    switch lane.add(job, isOnMain: isOnMain) {
    case .leave: break
    case .run: lane.runWaiting()
    case .schedule:
      if let simulation {
        Task(executorPreference: simulation) { @MainActor in lane.runScheduled() }
      } else {
        DispatchQueue.main.async { lane.runScheduled() }
      }
    }
  }
}

/// The jobs that wait for the main queue, in the program or in one simulation.
final class MainDeliveryLane: Sendable {
  private struct State {
    var queue = DeliveryQueue()
    var isScheduled = false
  }

  /// What the caller of `add` has to do.
  enum Step {
    case run
    case schedule
    case leave
  }

  private let state = Locked(State(), rank: .delivery)

  func add(_ job: @escaping @Sendable () -> Void, isOnMain: Bool) -> Step {
    state.withLock { state in
      state.queue.append(job)
      if isOnMain { return state.queue.begin() ? .run : .leave }
      guard !state.isScheduled, !state.queue.isDelivering else { return .leave }
      state.isScheduled = true
      return .schedule
    }
  }

  func runScheduled() {
    let isDeliverer = state.withLock { state in
      state.isScheduled = false
      return state.queue.begin()
    }
    if isDeliverer { runWaiting() }
  }

  func runWaiting() {
    while let job = state.withLock({ $0.queue.next() }) { job() }
  }
}
