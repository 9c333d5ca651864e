import Dispatch
import Testing

@_spi(Strata) @testable import StrataConcurrency

/// Waiting for a simulation to rest.
@Suite struct RestTests {
  @Test func settledCallersFollowIdleOnesTheLastFirst() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { simulation in
      let waits: [@Sendable () async -> Void] = [
        {
          await simulation.settled()
          log.add("settled 1")
        },
        {
          await simulation.settled()
          log.add("settled 2")
          await simulation.waitUntilIdle()
          log.add("idle again")
        },
        {
          await simulation.waitUntilIdle()
          log.add("idle")
        },
      ]
      for wait in waits {
        Task { await wait() }
        await simulation.pause()
      }
    }
    #expect(log.all == ["idle", "settled 2", "idle again", "settled 1"])
  }

  /// Each rest has the turns that belong to one.
  @Test(arguments: [false, true])
  func aRestIsNotShortenedByTheOnesBefore(isSettled: Bool) async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let count = Locked(0, rank: .leaf)
      for round in 1...2 {
        Task {
          for _ in 0..<3_600 {
            try await ImmediateClock().sleep(for: .seconds(1))
            count.withLock { $0 += 1 }
          }
        }
        if isSettled { await simulation.settled() } else { await simulation.waitUntilIdle() }
        #expect(count.withLock { $0 } == round * 3_600)
      }
    }
  }

  @Test func noCallWaitsForASimulationThatIsOver() async throws {
    let simulation = try await withSimulation(seed: 1) { $0 }.value
    await simulation.waitUntilIdle()
    await simulation.settled()
    await simulation.pause()
    await simulation.takeTurn()
    #expect(!simulation.hasWork)
  }

  @Test func theEndOfASimulationResumesAllCallsThatWait() async {
    let standing = StandingSimulation(seed: 1)
    let executor = standing.executor
    let ended = Locked(0, rank: .leaf)
    let waits: [@Sendable () async -> Void] = [
      { await executor.waitUntilIdle() }, { await executor.settled() },
      { await executor.pause() }, { await executor.takeTurn() },
    ]
    let calls = waits.map { wait in
      Task {
        await wait()
        ended.withLock { $0 += 1 }
      }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(ended.withLock { $0 } == 0)
    standing.finishNow()
    for call in calls { await call.value }
    #expect(ended.withLock { $0 } == calls.count)
  }

  @Test func workIsAJobThatCanRunOrAnOperationOutside() async {
    let standing = StandingSimulation(seed: 1)
    let scope = CancellationScope(executor: standing.executor)
    #expect(!standing.executor.hasWork)
    scope.task { try? await standing.executor.clock.sleep(for: .seconds(1)) }
    #expect(standing.executor.hasWork)
    await standing.drive()
    #expect(!standing.executor.hasWork)
    let operation = standing.executor.registerOutsideOperation("think")
    #expect(standing.executor.hasWork)
    operation.complete()
    #expect(!standing.executor.hasWork)
    standing.finishNow()
    #expect(scope.isEmpty)
  }

  /// The operation outside resumes no task, and the simulation waits for it already.
  @Test func timePassesWhenAnOperationOutsideIsOver() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let operation = simulation.registerOutsideOperation("think")
      DispatchQueue.global().async {
        while simulation.state.withLock({ $0.drivers.isEmpty }) {}
        operation.complete()
      }
      try await simulation.clock.sleep(for: .seconds(1))
    }
    #expect(run.elapsed == .seconds(1))
  }

  @Test func operationsOutsideAreNamedInTheOrderInWhichTheyBegan() async {
    let executor = StandingSimulation(seed: 1).executor
    let operations = (1...5).map { executor.registerOutsideOperation("\($0)") }
    operations[2].complete()
    #expect(executor.outsideNames == ["1", "2", "4", "5"])
    for operation in operations { operation.complete() }
    #expect(executor.outsideNames == [])
  }

  @Test func aCancelledTaskCancelsTheOperationOfItsSimulation() async throws {
    let started = Signal()
    let task = Task {
      try await withSimulation(seed: 1) { simulation in
        let operation = simulation.registerOutsideOperation("wait")
        started.fire()
        await untilCancelled()
        operation.complete()
        return Task.isCancelled
      }
    }
    await started.wait()
    task.cancel()
    #expect(try await task.value.value)
  }

  @Test func timeIsSkippedBeforeTasksThatHaveGivenWayGoOn() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let ticks = Locked(0, rank: .leaf)
      let loop = Task {
        for await _ in ImmediateClock().timer(interval: .seconds(1)) { ticks.withLock { $0 += 1 } }
      }
      await simulation.pause()
      let before = ticks.withLock { $0 }
      await simulation.skip(to: simulation.clock.now.advanced(by: .seconds(1)))
      #expect(simulation.clock.now.offset == .seconds(1))
      #expect(ticks.withLock { $0 } == before)
      // Afterwards turns come before time as ever.
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(ticks.withLock { $0 } > before)
      loop.cancel()
    }
  }

  @Test func aSimulationIsWatchedUntilItsLastDriveEnds() throws {
    try #require(SimulationWatchdog.limit > .zero)
    let watchdog = SimulationWatchdog()
    weak var executor: SimulatedExecutor?
    do {
      let simulation = StandingSimulation(seed: 1)
      executor = simulation.executor
      for _ in 0..<3 { watchdog.watch(simulation.executor) }
    }
    for _ in 0..<3 {
      let watched = try #require(executor)
      watchdog.unwatch(watched)
    }
    #expect(executor == nil)
  }
}
