import ArticleOutput
import StrataConcurrency

struct Kettle: Sendable {
  let clock: any Clock<Duration>

  func boil() async throws -> String {
    try await clock.sleep(for: .seconds(180))
    return "boiling"
  }
}

@Sendable func clocks() async throws {
  let immediate = ImmediateClock()
  print(try await Kettle(clock: immediate).boil())  // boiling
  print(immediate.now)  // +180.0 seconds

  _ = try await withSimulation(seed: 1) { _ in
    let clock = TestClock()
    let tea = Task { try await Kettle(clock: clock).boil() }
    await clock.advance(by: .seconds(179))
    print(clock.sleeperCount)  // 1
    await clock.advance(by: .seconds(1))
    print(try await tea.value)  // boiling
  }

  _ = try await withSimulation(seed: 1) { simulation in
    var count = 0
    for await moment in simulation.clock.timer(interval: .seconds(1)) {
      print(moment)
      count += 1
      if count == 3 { break }
    }
  }

  let clock = AnyClock(ImmediateClock())
  let start = clock.now
  try await clock.sleep(for: .seconds(2))
  print(start.duration(to: clock.now))  // 2.0 seconds
}
