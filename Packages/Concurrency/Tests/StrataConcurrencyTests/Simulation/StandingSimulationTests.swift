@_spi(Strata) import StrataConcurrency
import Testing

@Suite struct StandingSimulationTests {
  @Test func runsOnlyWhileItIsDriven() async {
    let simulation = StandingSimulation(seed: 1)
    let scope = CancellationScope(executor: simulation.executor)
    let log = Locked<[String]>([], rank: .leaf)
    scope.task { log.withLock { $0.append("ran") } }
    #expect(log.withLock { $0 } == [])
    await simulation.drive()
    #expect(log.withLock { $0 } == ["ran"])
    simulation.finishNow()
  }

  @Test func timeMovesNoFurtherThanItIsLet() async {
    let simulation = StandingSimulation(seed: 1)
    let clock = simulation.executor.clock
    let scope = CancellationScope(executor: simulation.executor)
    scope.task { try? await clock.sleep(for: .seconds(3)) }
    await simulation.drive()
    #expect(simulation.executor.nextDeadline == VirtualInstant().advanced(by: .seconds(3)))
    await simulation.drive(until: VirtualInstant().advanced(by: .seconds(2)))
    #expect(scope.runningCount == 1)
    await simulation.drive(until: VirtualInstant().advanced(by: .seconds(3)))
    #expect(scope.runningCount == 0)
    simulation.finishNow()
  }

  @Test func endingWakesWhoSleeps() async {
    let simulation = StandingSimulation(seed: 1)
    let clock = simulation.executor.clock
    let scope = CancellationScope(executor: simulation.executor)
    scope.task { try? await clock.sleep(for: .seconds(3)) }
    simulation.driveNow()
    #expect(scope.runningCount == 1)
    simulation.finishNow()
    #expect(scope.runningCount == 0)
  }

  @Test func testClockDrivesIt() async {
    let simulation = StandingSimulation(seed: 1)
    let clock = TestClock()
    clock.drives(simulation)
    let scope = CancellationScope(executor: simulation.executor)
    let ticks = Locked(0, rank: .leaf)
    scope.task {
      while (try? await clock.sleep(for: .seconds(1))) != nil { ticks.withLock { $0 += 1 } }
    }
    await clock.advance(by: .seconds(3))
    #expect(ticks.withLock { $0 } == 3)
    scope.close()
    simulation.finishNow()
    #expect(scope.runningCount == 0)
  }

  @Test func anyTestClockDrivesTheSimulationOfItsTest() async {
    let simulation = StandingSimulation(seed: 1)
    let clock = TestClock()
    let scope = CancellationScope(executor: simulation.executor)
    let ticks = Locked(0, rank: .leaf)
    scope.task {
      while (try? await clock.sleep(for: .seconds(1))) != nil { ticks.withLock { $0 += 1 } }
    }
    await simulation.accompany { Task { await clock.advance(by: .seconds(3)) } }.value
    #expect(ticks.withLock { $0 } == 3)
    scope.close()
    simulation.finishNow()
    #expect(scope.runningCount == 0)
  }

  @Test func aRunningTaskCanBeCancelledByItsSnapshot() async {
    let simulation = StandingSimulation(seed: 1)
    let clock = simulation.executor.clock
    let scope = CancellationScope(executor: simulation.executor)
    scope.task(name: "one") { try? await clock.sleep(for: .seconds(1)) }
    scope.task(name: "two") { try? await clock.sleep(for: .seconds(1)) }
    await simulation.drive()
    #expect(scope.running.map(\.serial).sorted() == scope.running.map(\.serial))
    scope.running[0].cancel()
    await simulation.drive()
    #expect(scope.running.map(\.name) == ["two"])
    simulation.finishNow()
  }

  @Test func anOperationRunsInItWhileItIsDriven() async throws {
    let simulation = StandingSimulation(seed: 1)
    let clock = simulation.executor.clock
    let elapsed = try await simulation.run(onStuck: doNothing) {
      try await clock.sleep(for: .seconds(5))
      return clock.now.offset
    }
    #expect(elapsed == .seconds(5))
    simulation.finishNow()
  }

  @Test func anOperationThatNothingWillResumeIsCancelled() async {
    let simulation = StandingSimulation(seed: 1)
    let isStuck = Locked(false, rank: .leaf)
    await #expect(throws: CancellationError.self) {
      try await simulation.run {
        isStuck.withLock { $0 = true }
      } operation: {
        try await TestClock().sleep(for: .seconds(5))
      }
    }
    #expect(isStuck.withLock { $0 })
    // The simulation itself is not over.
    let isInside = try? await simulation.run(onStuck: doNothing) {
      SimulatedExecutor.current === simulation.executor
    }
    #expect(isInside == true)
    simulation.finishNow()
  }

  @Test func anOperationThatComesToNoRestIsCancelledAndReported() async throws {
    let failures = Locked<[String]>([], rank: .leaf)
    let simulation = StandingSimulation(seed: 1, stepLimit: 1_000) { text in
      failures.withLock { $0.append(text) }
    }
    let isCancelled = try await simulation.run(onStuck: doNothing) {
      while !Task.isCancelled { await Task.yield() }
      return Task.isCancelled
    }
    #expect(isCancelled)
    #expect(failures.withLock { $0.count } == 1)
    simulation.finishNow()
  }

  /// The caller waits for the operation, so its jobs cannot be left behind.
  @Test func anOperationThatIgnoresThatEndsOutsideOfTheSimulation() async throws {
    let simulation = StandingSimulation(seed: 1, stepLimit: 1_000)
    let wasOutside = try await simulation.run(onStuck: doNothing) {
      while SimulatedExecutor.current != nil { await Task.yield() }
      return true
    }
    #expect(wasOutside)
  }

  @Test func aSleepFromOutsideIsReportedAndLeftOut() async throws {
    let simulation = StandingSimulation(seed: 1)
    let reports = Locked<[String]>([], rank: .leaf)
    try await ReportSink.withHandler { report in
      reports.withLock { $0.append(report.message) }
    } operation: {
      try await simulation.executor.clock.sleep(for: .seconds(5))
    }
    #expect(
      reports.withLock { $0 } == [
        """
        A task outside of a simulation sleeps on its clock, while the simulation stands still unless a \
        test waits for its tester. The sleep is left out. Start the work from the model, call it in \
        the tester's run(_:), or run the whole test in the simulation.
        """
      ]
    )
    simulation.finishNow()
  }
}

private let doNothing: @Sendable () -> Void = {}
