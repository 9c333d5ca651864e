import Dispatch

/// The main actor as the tasks of one simulation see it.
///
/// Its jobs take their place in the simulation's order, and run on the main queue, where they cannot
/// meet those of the main actor outside. The runtime is told to use it by ``EnqueueHooks``.
///
/// The runtime keeps executors of suspended tasks without retaining them. A task may outlive its
/// simulation, so these are never released: some bytes for each simulation that used the main actor.
final class SimulatedMainExecutor: SerialExecutor {
  private let simulation: Locked<SimulatedExecutor?>

  static func makeImmortal(for simulation: SimulatedExecutor) -> SimulatedMainExecutor {
    let executor = SimulatedMainExecutor(simulation)
    // SAFETY: the extra reference is never given back, on purpose.
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
    // Driven by the main thread itself, which would wait for itself.
    if MainDelivery.isOnMainQueue { body() } else { DispatchQueue.main.sync(execute: body) }
  }

  /// Lets go of the simulation: what still comes goes to the real main actor.
  func close() {
    simulation.withLock { $0 = nil }
  }
}
