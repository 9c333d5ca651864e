import CScheduler

/// Runs a program once for each schedule that it is given.
final class Runner {
  let program: Program
  /// How often it has been run.
  private(set) var count = 0

  init(_ program: Program) {
    self.program = program
  }

  /// The rest of a schedule where no deviation says who goes on.
  enum Rest: Sendable {
    case byDefault
    case byPriority(seed: UInt64, changes: UInt32)
  }

  /// Runs the program; a failure ends the process.
  func run(_ deviations: [SchedulerDeviation] = [], _ rest: Rest = .byDefault) {
    count += 1
    schedulerWatch(SchedulerPhaseSetUp)
    let scene = Scene()
    schedulerTakeJobs(program.workers > 0)
    // The number of threads is known when the scene has been built, and tasks may start there already.
    program.setUp(scene)
    let bodies = scene.threads + (0..<program.workers).map { _ in { schedulerRunJobs() } }
    prepare(UInt32(bodies.count), deviations, rest)
    for (index, body) in bodies.enumerated() {
      // SAFETY: the thread takes the reference back once, when it begins.
      let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
      unsafe schedulerSetBody(UInt32(index), runBody, context)
    }
    schedulerWatch(SchedulerPhaseRun)
    schedulerRun()
    schedulerWatch(SchedulerPhaseCheck)
    for check in scene.checks { check() }
    schedulerWatch(SchedulerPhaseEnd)
  }

  private func prepare(_ count: UInt32, _ deviations: [SchedulerDeviation], _ rest: Rest) {
    let given = UInt32(deviations.count)
    switch rest {
    case .byDefault:
      unsafe schedulerPrepare(count, deviations, given, SchedulerPolicyDeviations, 1, 0)
    case .byPriority(let seed, let changes):
      unsafe schedulerPrepare(count, deviations, given, SchedulerPolicyPriorities, seed, changes)
    }
  }
}

private final class Body {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

private func runBody(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  // SAFETY: the context is the reference that `run` has retained for this one call.
  unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
}
