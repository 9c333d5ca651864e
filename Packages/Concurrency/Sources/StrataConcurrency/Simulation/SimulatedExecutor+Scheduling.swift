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

// Since 6.3 the runtime asks a task's executor to do its sleeping, through a protocol that is not public yet. It no
// longer calls the hooks for delays. This code is used on the versions for which it was tried. With other versions, a
// real sleep takes real time and is not part of a simulation. The conformance is in a subclass because a public class
// cannot show a conformance to such a protocol.
#if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
@_spi(ExperimentalScheduling) import _Concurrency

// SAFETY: adds no storage to its superclass, whose proof stands there.
private final class SleepingSimulatedExecutor: SimulatedExecutor, SchedulingExecutor,
  @unchecked Sendable
{
  /// Queues a job for a later instant of virtual time; the runtime calls this for `Task.sleep`.
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
      // A clock with another kind of duration sleeps on its own; its job comes when it comes.
      accept(job, at: .anywhere)
    }
  }
}
#endif
