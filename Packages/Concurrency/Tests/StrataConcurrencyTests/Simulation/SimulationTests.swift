import Dispatch
import StrataConcurrency
import Testing

@Suite struct SimulationTests {
  struct Failure: Error {}

  /// Tasks of every kind, which write down when they run.
  @Sendable static func mixture(_ log: Log, _ clock: SimulatedClock) async {
    actor Counter {
      var count = 0
      func next() -> Int {
        count += 1
        return count
      }
    }
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c", "d"] {
        group.addTask {
          for _ in 0..<3 {
            log.add("\(name)\(await counter.next())")
            await Task.yield()
          }
        }
      }
      group.addTask {
        async let first: Void = { log.add("let 1") }()
        async let second: Void = { log.add("let 2") }()
        _ = await (first, second)
      }
    }
    let unstructured = Task { log.add("Task \(await counter.next())") }
    let detached = Task.detached { log.add("detached \(await counter.next())") }
    await onMain(log)
    await onPool(log)
    try? await clock.sleep(for: .seconds(1))
    await unstructured.value
    await detached.value
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task { for await number in stream { log.add("stream \(number)") } }
    for number in 0..<3 {
      continuation.yield(number)
      log.add("yield \(number)")
      await Task.yield()
    }
    continuation.finish()
    await consumer.value
  }

  @MainActor static func onMain(_ log: Log) async {
    MainActor.assertIsolated()
    log.add("main")
    await Task.yield()
    MainActor.assertIsolated()
    log.add("main again")
  }

  @concurrent static func onPool(_ log: Log) async { log.add("concurrent") }

  private func trace(
    seed: UInt64,
    replaying schedule: Schedule? = nil
  ) async throws -> (
    [String], SimulationRun<Void>
  ) {
    let log = Log()
    let run = try await withSimulation(seed: seed, replaying: schedule) { simulation in
      await Self.mixture(log, simulation.clock)
    }
    return (log.all, run)
  }

  @Test(arguments: [1, 2, 99] as [UInt64])
  func theSameSeedGivesTheSameRun(seed: UInt64) async throws {
    let (first, firstRun) = try await trace(seed: seed)
    for _ in 0..<20 {
      let (next, nextRun) = try await trace(seed: seed)
      #expect(next == first)
      #expect(nextRun.schedule == firstRun.schedule)
      #expect(nextRun.steps == firstRun.steps)
    }
    #expect(firstRun.elapsed == .seconds(1))
  }

  @Test func differentSeedsGiveDifferentRuns() async throws {
    var traces: Set<[String]> = []
    for seed in 0..<20 { traces.insert(try await trace(seed: UInt64(seed)).0) }
    #expect(traces.count > 15)
  }

  @Test func aScheduleRepeatsARun() async throws {
    let (first, run) = try await trace(seed: 5)
    let (again, _) = try await trace(seed: 0, replaying: run.schedule)
    #expect(again == first)
  }

  @Test func theEmptyScheduleIsFirstComeFirstServed() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1, replaying: []) { _ in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<10 { group.addTask { log.add("\(number)") } }
      }
    }
    #expect(log.all == (0..<10).map { "\($0)" })
  }

  @Test func virtualTimePassesWhenNothingCanRun() async throws {
    let log = Log()
    let run = try await withSimulation(seed: 1) { simulation in
      await withTaskGroup(of: Void.self) { group in
        for hours in [3, 1, 2] {
          group.addTask {
            try? await simulation.clock.sleep(for: .seconds(3_600 * hours))
            log.add("\(hours) at \(simulation.clock.now)")
          }
        }
      }
    }
    #expect(
      log.all == ["1 at +3600.0 seconds", "2 at +7200.0 seconds", "3 at +10800.0 seconds"]
    )
    #expect(run.elapsed == .seconds(3 * 3_600))
  }

  @Test func realSleepsTakeVirtualTime() async throws {
    let start = ContinuousClock.now
    let run = try await withSimulation(seed: 1) { _ in
      try await Task.sleep(for: .seconds(1_000))
      try await Task { try await Task.sleep(nanoseconds: 500_000_000_000) }.value
      try await Task.sleep(for: .seconds(500), clock: .suspending)
    }
    #expect(run.elapsed == .seconds(2_000))
    #expect(ContinuousClock.now - start < .seconds(400))
  }

  @Test func timeStandsStillUnlessItIsAdvanced() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 3, advancesTime: false) { simulation in
      let scope = CancellationScope()
      let clock = simulation.clock
      scope.task {
        for await tick in clock.timer(interval: .seconds(1)) { log.add("\(tick)") }
      }
      await simulation.waitUntilIdle()
      #expect(log.all == [])
      await simulation.advance(by: .seconds(2))
      #expect(log.all == ["+1.0 seconds", "+2.0 seconds"])
      scope.close()
      await scope.finished()
    }
  }

  @Test func quietComesAfterEverythingThatCanRun() async throws {
    for seed in 0..<50 {
      let log = Log()
      _ = try await withSimulation(seed: UInt64(seed)) { simulation in
        for number in 0..<5 {
          Task {
            for _ in 0..<number { await Task.yield() }
            log.add("work")
          }
        }
        await simulation.waitUntilIdle()
        log.add("quiet")
      }
      #expect(log.all == Array(repeating: "work", count: 5) + ["quiet"])
    }
  }

  @Test func tasksOfAScopeBelongToTheSimulation() async throws {
    let belongs = try await withSimulation(seed: 1) { _ in
      let scope = CancellationScope()
      let belongs = Locked<[Bool]>([], rank: .leaf)
      let stream = AsyncStream { continuation in
        continuation.yield(1)
        continuation.finish()
      }
      scope.task {
        await Task.yield()
        belongs.withLock { $0.append(SimulatedExecutor.current != nil) }
      }
      scope.forEach(stream, [.cancelPrevious]) { _ in
        await Task.yield()
        belongs.withLock { $0.append(SimulatedExecutor.current != nil) }
      }
      while scope.runningCount > 0 { await Task.yield() }
      return belongs.withLock { $0 }
    }
    #expect(belongs.value == [true, true])
    #expect(SimulatedExecutor.current == nil)
  }

  @Test func cancellationReachesASleeperWithoutTimePassing() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let sleeper = Task { try await simulation.clock.sleep(for: .seconds(60)) }
      await simulation.waitUntilIdle()
      sleeper.cancel()
      return await sleeper.result
    }
    #expect(run.elapsed == .zero)
    #expect(throws: CancellationError.self) { try run.value.get() }
  }

  @Test func anOutsideOperationIsWaitedForBeforeTimePasses() async throws {
    for seed in 0..<50 {
      let log = Log()
      let run = try await withSimulation(seed: UInt64(seed)) { simulation in
        Task {
          try await simulation.clock.sleep(for: .seconds(1))
          log.add("slept")
        }
        await withCheckedContinuation { continuation in
          let operation = simulation.registerOutsideOperation("a thread")
          // This is not an executor of ours, because those join the simulation.
          DispatchQueue.global().async {
            continuation.resume()
            operation.complete()
            operation.complete()
          }
        }
        log.add("outside")
        try await simulation.clock.sleep(for: .seconds(2))
      }
      #expect(log.all == ["outside", "slept"])
      #expect(run.elapsed == .seconds(2))
    }
  }

  @Test func sleepersThatAreLeftAreWokenAndCounted() async throws {
    let log = Log()
    let run = try await withSimulation(seed: 1) { simulation in
      Task {
        do {
          try await simulation.clock.sleep(for: .seconds(60))
        } catch {
          log.add("\(error)")
        }
      }
      await simulation.waitUntilIdle()
    }
    #expect(run.sleepersLeft == 1)
    #expect(run.elapsed == .zero)
    #expect(log.all == ["CancellationError()"])
  }

  @Test func whatTheOperationThrowsIsToldWithTheSeed() async {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 42) { _ in throw Failure() }
    }
    #expect(failure?.code == .operationThrew)
    #expect(failure?.cause is Failure)
    #expect(
      failure?.description
        == "The simulated operation threw Failure(). (Simulation with seed 42, after 1 steps.)"
    )
  }

  @Test func anOperationThatNothingResumesIsStuck() async {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1) { _ in await untilCancelled() }
    }
    #expect(failure?.code == .stuck)
    #expect(
      failure?.message
        == """
        The simulated operation has not returned, and nothing can run any more at 0.0 seconds of \
        virtual time. If it waits for something outside, register that with \
        registerOutsideOperation(_:); else nothing resumes it, and it would wait forever.
        """
    )
  }

  @Test func anOperationThatWaitsForTimeThatStandsStillIsStuck() async {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1, advancesTime: false) { simulation in
        try await simulation.clock.sleep(for: .seconds(1))
      }
    }
    #expect(
      failure?.message
        == """
        The simulated operation has not returned, and nothing can run any more at 0.0 seconds of \
        virtual time. 1 sleeping call(s) wait for virtual time, which this simulation does not move \
        by itself: call advance(by:).
        """
    )
  }

  @Test func aRunWithoutEndIsGivenUp() async {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1, stepLimit: 100) { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(failure?.code == .stepLimitReached)
    #expect(
      failure?.message
        == """
        The simulation ran 100 jobs without coming to an end, and is given up. The last jobs were \
        those of:

          the simulated operation @ StrataConcurrencyTests/SimulationTests.swift:291: 50 jobs
          others: 50 jobs

        If tasks resume one another forever, fix that: a loop over changes that writes what another \
        one observes has to stop writing at some value, and a loop in a task has to end when \
        Task.isCancelled. If the work is so large, raise stepLimit.
        """
    )
  }

  @Test func theReportHandlerOfTheTestIsSeenInside() async throws {
    let log = Log()
    let handler: ReportSink.Handler = { log.add($0.message) }
    try await ReportSink.withHandler(handler) {
      _ = try await withSimulation(seed: 1) { _ in
        await Task { ReportSink.report("inside", at: .thisLine()) }.value
      }
    }
    #expect(log.all == ["inside"])
  }
}
