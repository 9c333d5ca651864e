public import StrataConcurrency
public import Testing

/// Runs a test in a simulation with a test scope; made by `.simulated()` and the like.
///
/// Of several such traits of a test and its suites, the innermost that says something counts; the
/// test runs in one simulation.
public struct SimulationTrait: TestTrait, SuiteTrait, TestScoping {
  /// What to run.
  enum Plan: Sendable, Equatable {
    case one(SimulatedOrder)
    case search(Range<UInt64>)
  }

  let plan: Plan?
  let exhaustivity: Exhaustivity?
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
    // The outermost has looked at the others' demands already.
    guard testCase != nil, TestScope.current == nil else { return try await function() }
    let found = test.traits.compactMap { $0 as? SimulationTrait }
    let traits = found.isEmpty ? [self] : found
    let plan = traits.last { $0.plan != nil }?.plan ?? .one(.inTurn)
    let exhaustivity = traits.last { $0.exhaustivity != nil }?.exhaustivity ?? .full
    let place = (traits.last ?? self).callSite
    switch plan {
    case .one(let order):
      _ = try await SimulatedRun(order, exhaustivity, at: place).run(function).get()
    case .search(let seeds):
      try await search(seeds, exhaustivity, at: place, function)
    }
  }

  private func search(
    _ seeds: Range<UInt64>,
    _ exhaustivity: Exhaustivity,
    at place: CallSite,
    _ function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !seeds.isEmpty else {
      let text =
        "With no seeds the test does not run. Say how many orders to try, as in seeds: 100."
      return FailureSink.current(TestFailure(.simulation, text, at: place))
    }
    let found = await OrderSearch(seeds: seeds).run { order in
      await silently { await SimulatedRun(order, exhaustivity, at: place).run(function) }
    }
    guard let found else { return }
    let line = "@Test(.simulated(replaying: \(found.schedule)))"
    let text = FailureText.found(found, of: seeds.count, line: line)
    FailureSink.current(TestFailure(.simulation, text, at: place))
    // Once more, aloud.
    let run = SimulatedRun(.replaying(found.schedule), exhaustivity, at: place)
    _ = try await run.run(function).get()
  }

  /// Runs a test once, and keeps its failures from being the test's.
  private func silently(
    _ run: () async -> SimulatedRun.Outcome<Void>
  ) async -> OrderSearch.Run {
    let hasFailed = Locked(false, rank: .leaf)
    var schedule = Schedule()
    // An issue that is known does not fail the test. It is the one way to learn of what #expect finds.
    try? await withKnownIssue(isIntermittent: true) {
      try await FailureSink.withHandler { failure in
        if !failure.isSkipped { hasFailed.withLock { $0 = true } }
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
  /// Runs a test in a simulation, first come, first served, with a test scope.
  ///
  /// The tasks of the test and of its trees run one at a time on virtual time, so a test is the same
  /// every time and never waits. See ``TestScope`` for what is checked at its end.
  ///
  /// - Parameters:
  ///   - exhaustivity: What has to be asserted completely; else what an outer trait says, else
  ///     everything.
  ///   - fileID: The caller's file, like the next three for failures at the end of the test.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The trait.
  public static func simulated(
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return SimulationTrait(plan: nil, exhaustivity: exhaustivity, callSite: place)
  }

  /// Runs a test in a simulation whose order a seed chooses.
  public static func simulated(
    seed: UInt64,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return SimulationTrait(plan: .one(.seed(seed)), exhaustivity: exhaustivity, callSite: place)
  }

  /// Runs a test in a simulation in the order that an earlier failure has named.
  public static func simulated(
    replaying schedule: Schedule,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let plan = SimulationTrait.Plan.one(.replaying(schedule))
    return SimulationTrait(plan: plan, exhaustivity: exhaustivity, callSite: place)
  }

  /// Runs a test in many orders until one makes it fail, and says how to run that again.
  ///
  /// - Parameters:
  ///   - seeds: How many orders to try.
  ///   - exhaustivity: As in the others.
  ///   - fileID: The caller's file, like the next three for failures at the end of the test.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The trait.
  public static func simulated(
    seeds: Int,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let plan = SimulationTrait.Plan.search(0..<UInt64(max(seeds, 0)))
    return SimulationTrait(plan: plan, exhaustivity: exhaustivity, callSite: place)
  }
}
