/// A simulation that stands still except while a caller drives it.
///
/// This is for test support. A test that does not itself run in a simulation makes objects whose tasks do, and drives
/// them while it waits for them. Between the drives nothing runs, so a sequence of synchronous steps of the test is
/// never interleaved with tasks. Virtual time moves no further than it is let.
@_spi(Strata)
public final class StandingSimulation: Sendable {
  /// The executor on which tasks have to run to be part of the simulation.
  public let executor: SimulatedExecutor
  @TaskLocal private static var running: StandingSimulation?

  private let outsideLimit: Duration?
  private let isReported = Locked(false, rank: .leaf)
  private let onFailure: @Sendable (String) -> Void

  /// Makes a simulation in which nothing has run.
  ///
  /// - Parameters:
  ///   - seed: Chooses the order.
  ///   - schedule: Chooses the order instead of the seed.
  ///   - name: The name of the operation, for the last message of a process that has to be ended.
  ///   - stepLimit: After how many jobs to give up.
  ///   - outsideLimit: How much real time an outside operation may take while nothing can run.
  ///   - onFailure: Called once, in the drive in which the simulation turns out to come to no rest.
  public init(
    seed: UInt64,
    replaying schedule: Schedule? = nil,
    name: String = "The simulated operation",
    stepLimit: Int = 1_000_000,
    outsideLimit: Duration? = nil,
    onFailure: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.outsideLimit = outsideLimit ?? TimeoutScale.outsideLimit
    self.onFailure = onFailure
    _ = EnqueueHooks.missing
    executor = .make(
      chooser: schedule.map { .schedule($0.choices[...]) } ?? .seed(SplitMix64(seed: seed)),
      advancesTime: false,
      stepLimit: stepLimit,
      isStanding: true,
      name: name
    )
  }

  /// The simulation of the test that the calling task belongs to, which runs outside of it.
  static var current: StandingSimulation? { CurrentSimulation.isAnyMade ? running : nil }

  /// Runs a test, outside of this simulation, that drives it wherever it waits.
  ///
  /// - Returns: The result of `test`.
  /// - Throws: The error of `test`.
  public func accompany<Result>(_ test: () throws -> Result) rethrows -> Result {
    try Self.$running.withValue(self, operation: test)
  }

  /// Runs until nothing can run at this instant of virtual time; waits for outside operations, but only up to their
  /// limit.
  ///
  /// - Parameter turns: How often tasks that have given way to everything else may go on. Such tasks sleep for no time,
  ///   or on a clock on which every sleep is over at once. `nil` for as many as belong to one rest.
  /// - Returns: Whether it came to rest; if not, the limit of steps is reached, or a job does not return.
  @discardableResult
  public func drive(turns: Int? = nil) async -> Bool {
    allow(turns)
    return report(await executor.run(outsideLimit: outsideLimit))
  }

  private func allow(_ turns: Int?) {
    executor.state.withLock { $0.queue.turns.allow(turns ?? SimulationTurns.restLimit) }
  }

  /// Runs, on the calling thread, until nothing can run; does not wait for outside operations.
  ///
  /// - Parameter turns: As in ``drive(turns:)``.
  /// - Precondition: No other caller drives the simulation.
  public func driveNow(turns: Int? = nil) {
    allow(turns)
    report(runNow())
  }

  private func runNow() -> SimulatedExecutor.Stop {
    SimulationWatchdog.shared.watch(executor)
    defer { SimulationWatchdog.shared.unwatch(executor) }
    return executor.runJobs()
  }

  /// Reports a run that was given up, the first time.
  ///
  /// - Returns: Whether it was not.
  @discardableResult
  private func report(_ stop: SimulatedExecutor.Stop) -> Bool {
    guard stop.isRunaway else { return true }
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isFirst { onFailure(executor.text(of: stop)) }
    if executor.isMainThreadLost {
      SimulationWatchdog.endProcess(because: SimulationText.processEnds(executor.name))
    }
    return false
  }

  /// Lets virtual time move on to an instant, and runs until nothing can run then.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - turns: As in ``drive(turns:)``.
  /// - Returns: As ``drive(turns:)``.
  @discardableResult
  public func drive(until deadline: VirtualInstant, turns: Int? = nil) async -> Bool {
    executor.state.withLock { $0.queue.allowTime(until: deadline) }
    return await drive(turns: turns)
  }

  /// Runs an operation in the simulation, and drives until it has returned, letting time pass.
  ///
  /// An operation that nothing will resume is cancelled, after `onStuck` was called. If it ignores that, this waits
  /// with it.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @concurrent
  public func run<Value: Sendable>(
    onStuck: @Sendable () -> Void,
    operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    let executor = executor
    let isDone = Locked(false, rank: .leaf)
    let child = ChildTask()
    let start = executor.registerOutsideOperation("the start of an operation")
    async let result: Result<Value, any Error> = withTaskExecutorPreference(executor) {
      child.begin()
      SimulatedExecutor.currentTaskBegins("the tester's operation", at: nil)
      start.complete()
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await operation())
      } catch {
        outcome = .failure(error)
      }
      child.end()
      isDone.withLock { $0 = true }
      return outcome
    }
    while await drive(turns: SimulationTurns.fairLimit), !isDone.withLock({ $0 }) {
      guard let next = executor.nextDeadline else {
        if executor.isGivingWay { continue }
        onStuck()
        child.cancel()
        await drive()
        break
      }
      executor.state.withLock { $0.queue.allowTime(until: next) }
    }
    if !isDone.withLock({ $0 }) {
      // The run is given up. The jobs that go on do so outside, which lets this return.
      child.cancel()
      finishNow(dropsJobs: false)
      if executor.state.withLock({ $0.queue.isGivenUp }) {
        let text = SimulationText.processEnds(executor.name)
        SimulationWatchdog.shared.endProcess(because: text) { isDone.withLock { $0 } }
      }
    }
    return try await result.get()
  }

  /// Ends the simulation: wakes the sleeping calls as if cancelled, and runs the jobs that this resumes.
  ///
  /// Later jobs run outside. Calling it again has no effect.
  public func finishNow() {
    finishNow(dropsJobs: true)
  }

  private func finishNow(dropsJobs: Bool) {
    executor.wakeSleepers()
    if isReported.withLock({ $0 }) {
      // Cancelled tasks may come to their ends, the others are left behind.
      executor.state.withLock { $0.queue.extendLimits(by: 10_000) }
    }
    let stop = runNow()
    report(stop)
    executor.close(dropsJobs: dropsJobs && stop == .overLimit)
  }
}
