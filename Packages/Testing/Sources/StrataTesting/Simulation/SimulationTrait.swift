public import StrataConcurrency
public import Testing

/// Runs a test in a simulation with a test scope; made by `.simulated()` and the like.
///
/// Of several such traits of a test and its suites, the innermost one that sets a value counts; the test runs in
/// one simulation.
public struct SimulationTrait: TestTrait, SuiteTrait, TestScoping {
  /// The runs to make.
  enum Plan: Sendable, Equatable {
    case one(SimulatedOrder)
    case search(Range<UInt64>)
  }

  let plan: Plan?
  let exhaustivity: Exhaustivity?
  let stepLimit: Int?
  let callSite: CallSite

  /// A suite hands it down to its tests.
  public var isRecursive: Bool { true }

  /// Runs a test in a simulation.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The outermost trait has already read the demands of the others.
    guard testCase != nil, TestScope.current == nil else { return try await function() }
    let found = test.traits.compactMap { $0 as? SimulationTrait }
    let traits = found.isEmpty ? [self] : found
    let plan = traits.last { $0.plan != nil }?.plan ?? .one(.inTurn)
    let exhaustivity = traits.last { $0.exhaustivity != nil }?.exhaustivity ?? .full
    let place = (traits.last ?? self).callSite
    let stepLimit = traits.last { $0.stepLimit != nil }?.stepLimit ?? 1_000_000
    let makeRun: @Sendable (SimulatedOrder) -> SimulatedRun = { order in
      SimulatedRun(
        order,
        exhaustivity,
        stepLimit: stepLimit,
        at: place,
        in: test.sourceLocation
      )
    }
    switch plan {
    case .one(let order):
      var run = makeRun(order)
      run.warnsOfMisfit = true
      _ = try await run.run(function).get()
    case .search(let seeds): try await search(seeds, makeRun, function)
    }
  }

  private func search(
    _ seeds: Range<UInt64>,
    _ makeRun: @Sendable (SimulatedOrder) -> SimulatedRun,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !seeds.isEmpty else {
      let text =
        "With no seeds the test does not run. Say how many orders to try, as in seeds: 100."
      return makeRun(.inTurn).fail(text)
    }
    let found = await OrderSearch(seeds: seeds).run { order in
      await silently { await makeRun(order).run(function) }
    }
    guard let found else { return }
    let line = "@Test(.simulated(replaying: \(found.schedule)))"
    // Once more, aloud.
    let run = makeRun(.replaying(found.schedule))
    run.fail(FailureText.found(found, of: seeds.count, line: line))
    _ = try await run.run(function).get()
  }

  /// Runs a test once, and hides its failures from the test.
  private func silently(
    _ run: () async -> SimulatedRun.Outcome<Void>
  ) async -> OrderSearch.Run {
    let hasFailed = Locked(false, rank: .leaf)
    var schedule = Schedule()
    // A known issue does not fail the test, and it is the one way to see the findings of #expect.
    try? await withKnownIssue(isIntermittent: true) {
      try await FailureSink.withHandler { failure in
        if !failure.isSkipped, !failure.isWarning { hasFailed.withLock { $0 = true } }
      } operation: {
        let outcome = await run()
        schedule = outcome.schedule
        _ = try outcome.get()
      }
    } matching: { issue in
      if issue.severity == .error { hasFailed.withLock { $0 = true } }
      return true
    }
    return OrderSearch.Run(isFailure: hasFailed.withLock { $0 }, schedule: schedule)
  }
}

extension Trait where Self == SimulationTrait {
  /// Runs a test in a simulation, first come, first served, with a test scope: `.simulated()` without
  /// parentheses.
  public static var simulated: Self { .simulated() }

  /// Runs a test in a simulation, first come, first served, with a test scope.
  ///
  /// The tasks of the test and of its trees run one at a time on virtual time, so a test is the same every time
  /// and never waits. ``TestScope`` describes the checks at its end.
  ///
  /// - Parameters:
  ///   - exhaustivity: The categories that have to be asserted completely; else those of an outer trait, else
  ///     everything.
  ///   - stepLimit: The number of jobs after which to give up, a million if no trait sets it. At one instant of
  ///     virtual time a tenth is enough, but not less than 100,000.
  ///   - fileID: The caller's file, like the next three for failures at the end of the test.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The trait.
  public static func simulated(
    exhaustivity: Exhaustivity? = nil,
    stepLimit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return SimulationTrait(
      plan: nil,
      exhaustivity: exhaustivity,
      stepLimit: stepLimit,
      callSite: place
    )
  }

  /// Runs a test in a simulation whose order a seed chooses.
  public static func simulated(
    seed: UInt64,
    exhaustivity: Exhaustivity? = nil,
    stepLimit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return SimulationTrait(
      plan: .one(.seed(seed)),
      exhaustivity: exhaustivity,
      stepLimit: stepLimit,
      callSite: place
    )
  }

  /// Runs a test in a simulation in the order that an earlier failure has named.
  public static func simulated(
    replaying schedule: Schedule,
    exhaustivity: Exhaustivity? = nil,
    stepLimit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let plan = SimulationTrait.Plan.one(.replaying(schedule))
    return SimulationTrait(
      plan: plan,
      exhaustivity: exhaustivity,
      stepLimit: stepLimit,
      callSite: place
    )
  }

  /// Runs a test in many orders until one makes it fail, and prints how to run that one again.
  ///
  /// - Parameters:
  ///   - seeds: How many orders to try.
  ///   - exhaustivity: As in the others.
  ///   - stepLimit: As in the others, for each order.
  ///   - fileID: The caller's file, like the next three for failures at the end of the test.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The trait.
  public static func simulated(
    seeds: Int,
    exhaustivity: Exhaustivity? = nil,
    stepLimit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let plan = SimulationTrait.Plan.search(0..<UInt64(max(seeds, 0)))
    return SimulationTrait(
      plan: plan,
      exhaustivity: exhaustivity,
      stepLimit: stepLimit,
      callSite: place
    )
  }
}
