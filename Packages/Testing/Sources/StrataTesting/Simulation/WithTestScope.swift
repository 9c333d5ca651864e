@_spi(Strata) public import StrataConcurrency
import StrataCore
import StrataDependencies
import Testing

/// In which order a test's tasks run.
public enum SimulatedOrder: Sendable, Hashable {
  /// First come, first served.
  case inTurn
  /// One of the possible orders, chosen by a number.
  case seed(UInt64)
  /// The order that some choices describe, as a failure names them.
  case replaying(Schedule)

  var schedule: Schedule? {
    switch self {
    case .inTurn: []
    case .seed: nil
    case .replaying(let schedule): schedule
    }
  }

  var seed: UInt64 { if case .seed(let seed) = self { seed } else { 0 } }
}

/// Runs a test in a simulation, with a scope that observes the trees it makes.
///
/// When the test has returned, the scope checks that nothing was overlooked and that every tree has ended.
///
/// Use it in XCTest, and for parts of a test, whose trees then end with the part. Inside a simulation the scope
/// is made there, and the order is that of the simulation. In Swift Testing the trait `.simulated()` does it for
/// a whole test.
///
/// - Parameters:
///   - order: In which order tasks run.
///   - exhaustivity: The categories that have to be asserted completely.
///   - stepLimit: The number of jobs after which to give up. At one instant of virtual time a tenth is enough,
///     but not less than 100,000.
///   - fileID: The caller's file, like the next three for failures at the end of the scope.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - operation: The test. Runs on the simulation's executor.
/// - Returns: The result of `operation`; `nil` when it never ended, which is a failure.
/// - Throws: The error of `operation`.
@discardableResult
@concurrent
public func withTestScope<Result: Sendable>(
  _ order: SimulatedOrder = .inTurn,
  exhaustivity: Exhaustivity = .full,
  stepLimit: Int = 1_000_000,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: @Sendable () async throws -> Result
) async throws -> Result? {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  if let simulation = SimulatedExecutor.current {
    let scope = TestScope(.surrounding(simulation), exhaustivity: exhaustivity, at: callSite)
    let outer = TestScope.current
    scope.receiveReportsOfJobs()
    let result = await scope.run(operation)
    scope.reportLate()
    simulation.setHandlerOfRepeats(nil)
    outer?.receiveReportsOfJobs()
    if case .success = result { scope.checkMemory() }
    return try result.get()
  }
  var run = SimulatedRun(order, exhaustivity, stepLimit: stepLimit, at: callSite)
  run.warnsOfMisfit = true
  return try await run.run(operation).get()
}

/// Makes trees that take no part in the running test.
///
/// Use it for trees that a test needs but does not check: they need no assertions, and their end is not checked.
/// Their tasks run in the simulation like all others.
///
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
public func withoutTestScope<Result>(_ operation: () throws -> Result) rethrows -> Result {
  try withoutTreeObservers(operation: operation)
}

/// One run of a test in a simulation.
struct SimulatedRun: Sendable {
  let order: SimulatedOrder
  let exhaustivity: Exhaustivity
  let stepLimit: Int
  let callSite: CallSite
  /// The test's declaration, if a trait runs it.
  let testDeclaration: SourceLocation?
  /// Whether to warn when the run does not follow the replayed order; a search tries many orders that do not fit.
  var warnsOfMisfit = false

  init(
    _ order: SimulatedOrder,
    _ exhaustivity: Exhaustivity,
    stepLimit: Int = 1_000_000,
    at callSite: CallSite,
    in testDeclaration: SourceLocation? = nil
  ) {
    self.order = order
    self.exhaustivity = exhaustivity
    self.stepLimit = stepLimit
    self.callSite = callSite
    self.testDeclaration = testDeclaration
  }

  /// Makes a finding about the run as a whole a failure of the test.
  func fail(
    _ text: String,
    in sink: FailureSink.Handler = FailureSink.current,
    isWarning: Bool = false
  ) {
    var failure = TestFailure(.simulation, text, at: callSite, isWarning: isWarning)
    failure.testLocation = testDeclaration
    sink(failure)
  }

  /// The result of a run.
  struct Outcome<Value: Sendable>: Sendable {
    /// `nil` when the test did not end.
    let result: Result<Value, any Error>?
    /// The choices that were made.
    let schedule: Schedule

    func get() throws -> Value? { try result?.get() }
  }

  func run<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value
  ) async -> Outcome<Value> {
    let made = Locked<TestScope?>(nil, rank: .leaf)
    let sink = FailureSink.current
    let outcome = await withSurroundingSimulation(
      seed: order.seed,
      replaying: order.schedule,
      name: TestRunner.testName,
      callSite: callSite,
      stepLimit: stepLimit
    ) { failure in
      let text = [failure.message, made.withLock { $0 }?.runningText].compactMap(\.self)
      fail(text.joined(separator: "\n\n"), in: sink)
    } operation: { simulation in
      let scope = TestScope(
        .surrounding(simulation),
        exhaustivity: exhaustivity,
        at: callSite,
        in: testDeclaration
      )
      made.withLock { $0 = scope }
      scope.receiveReportsOfJobs()
      return await scope.run(operation)
    }
    made.withLock { $0 }?.reportLate()
    if warnsOfMisfit, case .replaying(let schedule) = order, outcome.unfitChoices > 0 {
      let text = FailureText.misfit(outcome.unfitChoices, of: schedule.choices.count)
      fail(text, in: sink, isWarning: true)
    }
    guard outcome.failure == nil else { return Outcome(result: nil, schedule: outcome.schedule) }
    let result = outcome.result.flatMap(\.self)
    if case .success = result { made.withLock { $0 }?.checkMemory() }
    return Outcome(result: result, schedule: outcome.schedule)
  }
}

extension TestScope {
  /// Runs a test in this scope, and checks at the end.
  fileprivate func run<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value
  ) async -> Result<Value, any Error> {
    let clock = executor.clock
    return await TestScope.with(self) {
      await receivingReports {
        let result = await observingTrees {
          await withDependencies {
            $0.continuousClock = clock
            $0.suspendingClock = clock
          } operation: {
            let result = await Result(catching: operation)
            noteReturn()
            return result
          }
        }
        if case .success = result {
          await finish(isComplete: true)
        } else {
          await finish(isComplete: false)
        }
        return result
      }
    }
  }

  /// Receives the reports of tasks of the simulation that inherit no handler, such as detached ones.
  ///
  /// The test library does not know the test of such a task, so the failures wait for ``reportLate()``.
  fileprivate func receiveReportsOfJobs() {
    executor.setHandlerOfRepeats { [misuse, lateReports, testDeclaration] report in
      guard let failure = misuse.failure(of: report, in: testDeclaration) else { return }
      lateReports.withLock { $0.append(failure) }
    }
  }

  /// Fails the test, whose task calls this, with what was reported by tasks that do not know it.
  fileprivate func reportLate() {
    let late = lateReports.withLock { late in
      defer { late = [] }
      return late
    }
    for failure in late { sink(failure) }
  }

  /// Observes the trees that an operation makes, and hides them from a scope around it.
  private func observingTrees<Value>(_ operation: () async -> Value) async -> Value {
    await withoutTreeObservers {
      await withTreeObserver(self) {
        await operation()
      }
    }
  }

  private func receivingReports<Value>(
    _ operation: () async -> Value
  ) async -> Value {
    await ReportSink.withHandlerOfRepeats { [sink, testDeclaration, misuse] report in
      if let failure = misuse.failure(of: report, in: testDeclaration) { sink(failure) }
    } operation: {
      await operation()
    }
  }
}

extension Result where Failure == any Error {
  /// The result or the error of an operation.
  fileprivate init(catching operation: () async throws -> Success) async {
    do {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}
