/// Runs an operation, and all tasks that it starts, as a simulation.
///
/// One job runs at a time, in an order that the seed determines, on virtual time. The same seed gives
/// the same run; another seed gives another of the orders that are possible.
///
/// ```swift
/// let run = try await withSimulation(seed: 7) { simulation in
///   async let first: Void = simulation.clock.sleep(for: .seconds(60))
///   try await first
/// }
/// run.elapsed  // 60 seconds, in no time
/// ```
///
/// Returns when the operation has returned and nothing else can run. Calls that still sleep then are woken as if
/// cancelled, and the resumed tasks run to their end in the simulation.
///
/// - Parameters:
///   - seed: Chooses the order.
///   - schedule: Chooses the order instead of the seed: the choices of an earlier run.
///   - advancesTime: Whether virtual time moves on when nothing can run. If not, it moves by
///     ``SimulatedExecutor/advance(by:)`` alone.
///   - stepLimit: After how many jobs to give up. At one instant of virtual time a tenth is enough, but not less than
///     100,000.
///   - fileID: The caller's module and file.
///   - filePath: The caller's path.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: The operation to run.
/// - Returns: The result and the record of the run.
/// - Throws: ``SimulationFailure`` in four cases. The operation throws. It does not return though nothing can run any
///   more. The limit of steps is reached. One job runs for more than 30 seconds of real time (times the environment's
///   `STRATA_TIMEOUT_SCALE`; 0 for no limit).
/// - Precondition: Not called inside a simulation.
public func withSimulation<Value: Sendable>(
  seed: UInt64,
  replaying schedule: Schedule? = nil,
  advancesTime: Bool = true,
  stepLimit: Int = 1_000_000,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: @escaping @Sendable (SimulatedExecutor) async throws -> Value
) async throws(SimulationFailure) -> SimulationRun<Value> {
  precondition(
    SimulatedExecutor.current == nil,
    "withSimulation: simulations do not nest; start the inner one outside of the outer one."
  )
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if let text = SimulationText.missing(hooks: EnqueueHooks.missing) {
    ReportSink.report(text, at: callSite)
  }
  let executor = SimulatedExecutor.make(
    chooser: schedule.map { .schedule($0.choices[...]) } ?? .seed(SplitMix64(seed: seed)),
    advancesTime: advancesTime,
    stepLimit: stepLimit
  )
  let driver = SimulationDriver<Value>(
    executor: executor,
    callSite: callSite,
    seed: schedule == nil ? seed : nil
  )
  return try await driver.run(operation)
}
