import Foundation
@_spi(Strata) import StrataConcurrency
import Testing

/// Sleeps that are over at once: of no time, until an instant that has passed, on an immediate clock.
enum ShortSleep: String, CaseIterable, Sendable {
  case simulatedZero, simulatedPast, testClockZero, testClockPast, immediate, realZero, realPast
  case nanosecond, hundredNanoseconds, microsecond

  func sleep(_ simulation: SimulatedExecutor) async throws {
    switch self {
    case .simulatedZero: try await simulation.clock.sleep(for: .zero)
    case .simulatedPast: try await simulation.clock.sleep(for: .seconds(-1))
    case .testClockZero: try await TestClock().sleep(for: .zero)
    case .testClockPast: try await TestClock().sleep(for: .seconds(-1))
    case .immediate: try await ImmediateClock().sleep(for: .seconds(1))
    case .realZero: try await Task.sleep(for: .zero)
    case .realPast: try await Task.sleep(until: .now - .seconds(1), clock: .continuous)
    case .nanosecond: try await Task.sleep(nanoseconds: 1)
    case .hundredNanoseconds: try await Task.sleep(nanoseconds: 100)
    case .microsecond: try await Task.sleep(nanoseconds: 1_000)
    }
  }
}

@Suite struct SimulationTurnsTests {
  @Test(arguments: ShortSleep.allCases)
  func aShortSleepIsOverWithoutTimePassing(sleep: ShortSleep) async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      for _ in 0..<20 { try await sleep.sleep(simulation) }
    }
    #expect(run.elapsed == .zero)
    #expect(run.steps < 100)
  }

  @Test(arguments: ShortSleep.allCases)
  func aShortSleepGivesWayToEverythingThatCanRun(sleep: ShortSleep) async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { simulation in
      let other = Task {
        for number in 0..<10 {
          log.add("\(number)")
          await Task.yield()
        }
      }
      try await sleep.sleep(simulation)
      log.add("woken")
      await other.value
    }
    #expect(log.all == (0..<10).map { "\($0)" } + ["woken"])
  }

  @Test(arguments: ShortSleep.allCases)
  func aLoopOfShortSleepsRests(sleep: ShortSleep) async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let loop = Task { while !Task.isCancelled { try await sleep.sleep(simulation) } }
      await simulation.waitUntilIdle()
      await simulation.pause()
      await simulation.takeTurn()
      #expect(simulation.isGivingWay)
      loop.cancel()
      await simulation.waitUntilIdle()
      #expect(!simulation.isGivingWay)
    }
    #expect(run.elapsed == .zero)
  }

  @Test(arguments: ShortSleep.allCases)
  func timePassesBesideALoopOfShortSleeps(sleep: ShortSleep) async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let loop = Task { while !Task.isCancelled { try await sleep.sleep(simulation) } }
      try await simulation.clock.sleep(for: .seconds(3))
      loop.cancel()
    }
    #expect(run.elapsed == .seconds(3))
    #expect(run.steps < 2_000)
  }

  @Test func eachTaskGoesOnOnceATurn() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { simulation in
      let clock = ImmediateClock()
      let loops = ["a", "b", "c"].map { name in
        Task { for await _ in clock.timer(interval: .seconds(1)) { log.add(name) } }
      }
      await simulation.pause()
      for _ in 0..<4 {
        log.add("|")
        await simulation.takeTurn()
      }
      for loop in loops { loop.cancel() }
    }
    let turns = log.all.split(separator: "|").map { $0.sorted() }
    #expect(turns == Array(repeating: ["a", "b", "c"], count: 4))
  }

  @Test func whatEndsOnItsOwnIsPartOfTheRest() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let seconds = Locked(0, rank: .leaf)
      let clock = ImmediateClock()
      Task {
        for _ in 0..<3_600 {
          try await clock.sleep(for: .seconds(1))
          seconds.withLock { $0 += 1 }
        }
      }
      await simulation.waitUntilIdle()
      #expect(seconds.withLock { $0 } == 3_600)
    }
  }

  @Test func aSimulationThatStandsStillTakesTheTurnsItIsAllowed() async {
    let simulation = StandingSimulation(seed: 1)
    let scope = CancellationScope(executor: simulation.executor)
    let (ticks, clock) = (Locked(0, rank: .leaf), ImmediateClock())
    scope.task {
      for await _ in clock.timer(interval: .seconds(1)) { ticks.withLock { $0 += 1 } }
    }
    await simulation.drive(turns: 0)
    #expect(ticks.withLock { $0 } == 0)
    for _ in 0..<3 { await simulation.drive(turns: 1) }
    #expect(ticks.withLock { $0 } == 3)
    await simulation.drive()
    #expect(simulation.executor.isGivingWay)
    scope.close()
    simulation.finishNow()
    #expect(scope.runningCount == 0)
  }

  @Test func aCancelledSleepOfNoTimeThrowsAtOnce() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let task = Task { try await ImmediateClock().sleep(for: .seconds(1)) }
      await simulation.pause()
      task.cancel()
      await simulation.pause()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
  }

  /// The runtime reports a real deadline, so an interrupted thread may make one attempt longer or shorter.
  ///
  /// `LostTimeTests` pin the estimate without a clock. This test pins that real sleeps reach it.
  @Test(arguments: [2, 10, 20, 100, 500, 900, 1_000, 5_000, 250_000] as [Int64])
  func realSleepsEndAfterTheirVirtualTime(microseconds: Int64) async throws {
    // Under a sanitizer each attempt takes longer on its way to the simulation, which the estimate rounds up.
    let isSlow = ProcessInfo.processInfo.environment["STRATA_TIMEOUT_SCALE"] != nil
    let most = isSlow ? max(microseconds, 1_000) * 10 : microseconds
    let accepted: ClosedRange<Duration> =
      (microseconds < 50 ? .zero : .microseconds(microseconds) / 2)...(.microseconds(most))
    var elapsed: [Duration] = []
    repeat {
      let run = try await withSimulation(seed: 1) { _ in
        try await Task.sleep(for: .microseconds(microseconds))
      }
      elapsed.append(run.elapsed)
    } while elapsed.count < 50 && !accepted.contains(elapsed[elapsed.count - 1])
    #expect(elapsed.contains(where: accepted.contains), "\(elapsed)")
  }
}
