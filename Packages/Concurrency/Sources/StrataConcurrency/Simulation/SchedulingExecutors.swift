// Since 6.3 the runtime asks an executor to do the sleeping of tasks, through a protocol that is not public yet. It no
// longer calls the hooks for delays. The executor is the task's, and in a default actor the process's default executor.
// This code is used on the versions for which it was tried. With other versions, a real sleep takes real time and is
// not part of a simulation. The conformance is in a subclass because a public class cannot show a conformance to such a
// protocol.
#if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

// SAFETY: adds no storage to its superclass, whose proof stands there.
final class SleepingSimulatedExecutor: SimulatedExecutor, SchedulingExecutor,
  @unchecked Sendable
{
  /// Queues a job for a later instant of virtual time; the runtime calls this for `Task.sleep`.
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    accept(UnownedJob(job), afterDelay: delay)
  }
}

extension SimulatedExecutor {
  fileprivate final func accept(_ job: UnownedJob, afterDelay delay: some DurationProtocol) {
    if let delay = delay as? Swift.Duration {
      accept(job, after: delay)
    } else {
      // A clock with another kind of duration sleeps on its own; its job comes when it comes.
      accept(job, at: .anywhere)
    }
  }
}

/// The process's default executor once a simulation was made: jobs of simulated tasks join their simulation.
///
/// An unstructured task has no executor of its own. While it runs in a default actor, the runtime asks the default
/// executor for its sleeps and its yields, and calls no hook.
final class JoiningDefaultExecutor: TaskExecutor, SchedulingExecutor {
  private struct Executors: ExecutorFactory {
    static let mainExecutor = MainActor.executor
    static let defaultExecutor: any TaskExecutor = JoiningDefaultExecutor()
  }

  /// The executor that was the default before.
  private static let original = Task.defaultExecutor
  private static let scheduler = original as? any SchedulingExecutor

  // Another thread may read the two words of the runtime's variable while they are replaced, and so call the new
  // functions with the old object, or the old ones with the new object. The functions of both use no stored property of
  // the object, so that either call works.
  /// Replaces the default executor, once; all later jobs pass through this one.
  static let install: Void = {
    _ = (original, scheduler)
    _createExecutors(factory: Executors.self)
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    if let simulation = SimulatedExecutor.current {
      simulation.accept(UnownedJob(job), at: .anywhere)
    } else {
      Self.original.enqueue(job)
    }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    if let simulation = SimulatedExecutor.current {
      simulation.accept(UnownedJob(job), afterDelay: delay)
    } else if let scheduler = Self.scheduler {
      scheduler.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    } else {
      Self.original.enqueue(job)
    }
  }
}
#endif
