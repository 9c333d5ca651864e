import Dispatch

/// The main actor as the tasks of one simulation see it.
///
/// Its jobs take part in the simulation's order. They run on the main queue, where they cannot meet the jobs of the
/// main actor outside. ``EnqueueHooks`` makes the runtime use it.
///
/// The runtime stores executors of suspended tasks without retaining them. A task may outlive its simulation, so these
/// are never released: some bytes for each simulation that used the main actor.
final class SimulatedMainExecutor: SerialExecutor {
  private let simulation: Locked<SimulatedExecutor?>

  static func makeImmortal(for simulation: SimulatedExecutor) -> SimulatedMainExecutor {
    let executor = SimulatedMainExecutor(simulation)
    // SAFETY: the extra reference is never released, on purpose.
    _ = unsafe Unmanaged.passRetained(executor)
    return executor
  }

  private init(_ simulation: SimulatedExecutor) {
    self.simulation = Locked(simulation, rank: .delivery)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = simulation.withLock({ $0 }) {
      simulation.accept(job, at: .mainActor)
    } else {
      MainActor.shared.enqueue(job)
    }
  }

  /// Runs a job of the main actor and waits for it.
  func run(_ job: UnownedJob, in simulation: SimulatedExecutor) {
    let body = {
      unsafe simulation.jobStart = LostTime()
      CurrentSimulation.with(simulation) {
        unsafe job.runSynchronously(
          isolatedTo: self.asUnownedSerialExecutor(),
          taskExecutor: simulation.asUnownedTaskExecutor()
        )
      }
    }
    // The main thread drives the simulation itself, so it would wait for itself.
    if MainDelivery.isOnMainQueue { body() } else { DispatchQueue.main.sync(execute: body) }
  }

  /// Releases the simulation: later jobs go to the real main actor.
  func close() {
    simulation.withLock { $0 = nil }
  }
}
