/// Drives one simulation from its start to its end.
struct SimulationDriver<Value: Sendable>: Sendable {
  /// The state of the run at its end.
  private struct End {
    var stop: SimulatedExecutor.Stop
    let schedule: Schedule
    let steps: Int
    let elapsed: Duration
    let sleepersLeft: Int
    /// The message about a run that was given up.
    var text: String
  }

  let executor: SimulatedExecutor
  let callSite: CallSite
  let seed: UInt64?

  func run(
    _ operation: @escaping @Sendable (SimulatedExecutor) async throws -> Value
  ) async throws(SimulationFailure) -> SimulationRun<Value> {
    let result = Locked<Result<Value, any Error>?>(nil, rank: .leaf)
    let (executor, callSite) = (executor, callSite)
    let task = CurrentSimulation.with(executor) {
      Task(executorPreference: executor) {
        SimulatedExecutor.currentTaskBegins("the simulated operation", at: callSite)
        let outcome: Result<Value, any Error>
        do {
          outcome = .success(try await operation(executor))
        } catch {
          outcome = .failure(error)
        }
        result.withLock { $0 = outcome }
        executor.markDone()
      }
    }
    let end = await drive(task)
    switch end.stop {
    case .overLimit: throw failure(.stepLimitReached, end.text, end)
    case .hung: throw failure(.hung, end.text, end)
    case .stuck, .waitForOutside:
      throw failure(
        .stuck,
        SimulationText.stuck(at: end.elapsed, sleepers: end.sleepersLeft),
        end
      )
    case .finished: break
    }
    switch result.withLock({ $0 }) {
    case .success(let value):
      return SimulationRun(
        value: value,
        schedule: end.schedule,
        steps: end.steps,
        elapsed: end.elapsed,
        sleepersLeft: end.sleepersLeft
      )
    case .failure(let error):
      throw failure(.operationThrew, SimulationText.threw(error), end, cause: error)
    case nil:
      preconditionFailure("Simulation: finished without a result after \(end.steps) steps")
    }
  }

  /// Runs to the end, notes the state at the end, and finishes the remaining jobs.
  private func drive(_ task: Task<Void, Never>) async -> End {
    let stop = await withTaskCancellationHandler {
      await executor.run()
    } onCancel: {
      task.cancel()
    }
    var end = End(
      stop: stop,
      schedule: executor.schedule,
      steps: executor.steps,
      elapsed: executor.now.offset,
      sleepersLeft: executor.sleeperCount,
      text: executor.text(of: stop)
    )
    task.cancel()
    executor.wakeSleepers()
    let last = await executor.runOn(after: stop)
    if last.isRunaway, !stop.isRunaway {
      // The calls that were woken at the end never end.
      (end.stop, end.text) = (last, executor.text(of: last))
    }
    executor.close(dropsJobs: last == .overLimit)
    return end
  }

  private func failure(
    _ code: SimulationFailure.Code,
    _ message: String,
    _ end: End,
    cause: (any Error)? = nil
  ) -> SimulationFailure {
    SimulationFailure(
      code: code,
      message: message,
      cause: cause,
      seed: seed,
      schedule: end.schedule,
      steps: end.steps
    )
  }
}
