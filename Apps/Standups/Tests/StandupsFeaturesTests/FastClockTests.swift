import StandupsFeatures
import StrataConcurrency
import Testing

@Suite struct FastClockTests {
  @Test func makesAMinuteOfASecond() async throws {
    let base = ImmediateClock()
    try await base.sleep(for: .seconds(100))
    let clock = FastClock(base, speed: 60)
    #expect(clock.now.offset == .zero)
    try await clock.sleep(for: .seconds(90))
    #expect(base.now.offset == .seconds(101.5))
    #expect(clock.now.offset == .seconds(90))
  }

  @Test func ticksSixtyTimesASecond() async {
    let base = ImmediateClock()
    var ticks = 0
    for await _ in FastClock(base, speed: 60).timer(interval: .seconds(1)) {
      ticks += 1
      if ticks == 120 { break }
    }
    #expect(abs((base.now.offset - .seconds(2)) / .seconds(1)) < 0.001)
  }
}
