extension SimulatedExecutor {
  /// Makes the executor of a simulation.
  static func make(
    chooser: SimulationQueue.Chooser,
    advancesTime: Bool,
    stepLimit: Int,
    isStanding: Bool = false,
    name: String = "The simulated operation"
  ) -> SimulatedExecutor {
    #if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
    SleepingSimulatedExecutor(
      chooser: chooser,
      advancesTime: advancesTime,
      stepLimit: stepLimit,
      isStanding: isStanding,
      name: name
    )
    #else
    SimulatedExecutor(
      chooser: chooser,
      advancesTime: advancesTime,
      stepLimit: stepLimit,
      isStanding: isStanding,
      name: name
    )
    #endif
  }
}

// Since 6.3 the runtime asks a task's executor to do its sleeping, through a protocol that is not
// public yet; it no longer calls the hooks for delays. Used on the versions for which that was tried;
// with others a real sleep takes real time and is not part of a simulation. In a subclass, because a
// public class cannot show a conformance to such a protocol.
#if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
@_spi(ExperimentalScheduling) import _Concurrency

// SAFETY: adds no storage to its superclass, whose proof stands there.
private final class SleepingSimulatedExecutor: SimulatedExecutor, SchedulingExecutor,
  @unchecked Sendable
{
  /// Queues a job for a later moment of virtual time; the runtime calls this for `Task.sleep`.
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    let job = UnownedJob(job)
    if let delay = delay as? Swift.Duration {
      accept(job, after: delay)
    } else {
      // A clock that counts something else sleeps on its own; its job comes when it comes.
      accept(job, at: .anywhere)
    }
  }
}
#endif
