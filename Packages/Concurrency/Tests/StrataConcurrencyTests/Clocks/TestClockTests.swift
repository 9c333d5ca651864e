import StrataConcurrency
import Testing

@Suite struct TestClockTests {
  let clock = TestClock()

  @Test func sleepersWakeByDeadlineThenByTurn() async throws {
    let clock = clock
    _ = try await withSimulation(seed: 8) { simulation in
      let log = Log()
      for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("a2", 1)] {
        Task {
          try await clock.sleep(for: .seconds(seconds))
          log.add("\(name) \(clock.now)")
        }
        await simulation.waitUntilIdle()
      }
      await clock.advance(by: .seconds(2))
      #expect(log.all == ["a +1.0 seconds", "a2 +1.0 seconds", "b +2.0 seconds"])
      #expect(clock.sleeperCount == 1)
      await clock.run()
      #expect(log.all.last == "c +3.0 seconds")
      #expect(clock.now == VirtualInstant(offset: .seconds(3)))
    }
  }

  @Test func aWokenTaskMaySleepAgainOnTheWay() async throws {
    let clock = clock
    _ = try await withSimulation(seed: 2) { _ in
      let log = Log()
      let loop = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          log.add("\(clock.now)")
        }
      }
      await clock.advance(by: .seconds(3))
      #expect(log.all == ["+1.0 seconds", "+2.0 seconds", "+3.0 seconds"])
      loop.cancel()
    }
  }

  @Test func aCancelledSleeperWakesAtOnce() async {
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    while clock.sleeperCount == 0 { await Task.yield() }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == VirtualInstant())
  }

  @Test func aCancelledTaskDoesNotFallAsleep() async {
    let sleeper = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func aPastDeadlineDoesNotSleep() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: VirtualInstant(offset: .seconds(5)))
    await clock.advance(to: VirtualInstant(offset: .seconds(1)))
    #expect(clock.now == VirtualInstant(offset: .seconds(5)))
  }

  @Test func worksOutsideOfSimulationsToo() async throws {
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(1))
    try await sleeper.value
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == VirtualInstant(offset: .seconds(1)))
  }
}
