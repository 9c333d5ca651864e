/// The outcome of an operation that ran in a simulation of its own.
@_spi(Strata)
public struct SurroundedOutcome<Value: Sendable>: Sendable {
  /// The value or the error of the operation.
  public let result: Result<Value, any Error>
  /// Whether the simulation came to no end by itself, so that the operation had to be cancelled.
  public let failure: SimulationFailure?
  /// The choices that were made.
  public let schedule: Schedule
  /// How many choices of the schedule that was to be replayed were not made, or could not be.
  public let unfitChoices: Int
}

/// Runs an operation that may not escape, such as a test that a test library passes, as a simulation.
///
/// This works like ``withSimulation(seed:replaying:advancesTime:stepLimit:fileID:filePath:line:column:operation:)``,
/// but in a child of the calling task. A child cannot be left behind. So an operation that nothing will resume is
/// cancelled after the call of `onFailure`. If it ignores the cancellation, this waits with it.
///
/// - Parameters:
///   - seed: Chooses the order.
///   - schedule: Chooses the order instead of the seed.
///   - name: The name of the operation, for the last message of a process that has to be ended because it can never
///     return: see ``SimulationWatchdog``.
///   - callSite: The line that runs it.
///   - stepLimit: After how many jobs to give up.
///   - outsideLimit: How much real time an outside operation may take while nothing can run; by default
///     a minute, times the environment's `STRATA_TIMEOUT_SCALE`.
///   - onFailure: Called when the simulation does not end, before the operation is cancelled; called again if a job
///     does not return after that.
///   - operation: The operation to run.
/// - Returns: The outcome of the operation.
/// - Precondition: Not called inside a simulation.
@_spi(Strata)
@concurrent
public func withSurroundingSimulation<Value: Sendable>(
  seed: UInt64,
  replaying schedule: Schedule? = nil,
  name: String = "The simulated operation",
  callSite: CallSite? = nil,
  stepLimit: Int = 1_000_000,
  outsideLimit: Duration? = nil,
  onFailure: @escaping @Sendable (SimulationFailure) -> Void,
  operation: @Sendable (SimulatedExecutor) async throws -> Value
) async -> SurroundedOutcome<Value> {
  precondition(
    SimulatedExecutor.current == nil,
    "A test in a simulation cannot start another; start the inner one outside of the outer one."
  )
  _ = EnqueueHooks.missing
  let executor = SimulatedExecutor.make(
    chooser: schedule.map { .schedule($0.choices[...]) } ?? .seed(SplitMix64(seed: seed)),
    advancesTime: true,
    stepLimit: stepLimit,
    name: name
  )
  // Without it the driver, which may be faster, would find nothing to run.
  let start = executor.registerOutsideOperation("the start of the simulation")
  let child = ChildTask()
  let driver = Task {
    await SurroundingDriver(
      executor: executor,
      seed: schedule == nil ? seed : nil,
      name: name,
      outsideLimit: outsideLimit ?? TimeoutScale.outsideLimit,
      child: child,
      onFailure: onFailure
    ).run()
  }
  async let result: Result<Value, any Error> = withTaskExecutorPreference(executor) {
    child.begin()
    SimulatedExecutor.currentTaskBegins(name, at: callSite)
    start.complete()
    let outcome: Result<Value, any Error>
    do {
      outcome = .success(try await operation(executor))
    } catch {
      outcome = .failure(error)
    }
    child.end()
    executor.markDone()
    return outcome
  }
  let outcome = await result
  let failure = await driver.value
  return SurroundedOutcome(
    result: outcome,
    failure: failure,
    schedule: executor.schedule,
    unfitChoices: executor.state.withLock { $0.queue.unfitChoices }
  )
}

/// Drives the simulation around an operation from its start to its end.
private struct SurroundingDriver: Sendable {
  let executor: SimulatedExecutor
  let seed: UInt64?
  let name: String
  /// `nil` for no limit.
  let outsideLimit: Duration?
  let child: ChildTask
  let onFailure: @Sendable (SimulationFailure) -> Void

  /// - Returns: The reason why there was no end, if so.
  func run() async -> SimulationFailure? {
    let stop = await executor.run(outsideLimit: outsideLimit)
    let first = failure(of: stop)
    if let first {
      onFailure(first)
      child.cancel()
    }
    executor.wakeSleepers()
    let last = await executor.runOn(after: stop, outsideLimit: .zero)
    let second = last.isRunaway && !stop.isRunaway ? failure(of: last) : nil
    if let second { onFailure(second) }
    // Jobs that no caller waits for any more are left behind; the test itself has to come to its end.
    executor.close(dropsJobs: last == .overLimit && executor.isDone)
    if last == .hung {
      let text = SimulationText.processEnds(name)
      if executor.isMainThreadLost { SimulationWatchdog.endProcess(because: text) }
      SimulationWatchdog.shared.endProcess(because: text) { [executor] in executor.isDone }
    }
    return first ?? second
  }

  private func failure(of stop: SimulatedExecutor.Stop) -> SimulationFailure? {
    let code: SimulationFailure.Code
    let message: String
    switch stop {
    case .finished: return nil
    case .overLimit: (code, message) = (.stepLimitReached, executor.overLimitText)
    case .hung: (code, message) = (.hung, executor.hungText)
    case .waitForOutside:
      code = .stuck
      message = SimulationText.outsideTooLong(executor.outsideNames, outsideLimit ?? .zero)
    case .stuck:
      code = .stuck
      message = SimulationText.stuck(at: executor.now.offset, sleepers: executor.sleeperCount)
    }
    return SimulationFailure(
      code: code,
      message: message,
      cause: nil,
      seed: seed,
      schedule: executor.schedule,
      steps: executor.steps
    )
  }
}
