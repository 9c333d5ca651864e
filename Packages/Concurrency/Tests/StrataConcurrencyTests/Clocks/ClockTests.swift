import StrataConcurrency
import Testing

@Suite struct ImmediateClockTests {
  @Test func sleepsAreOverAtOnceAndCount() async throws {
    let clock = ImmediateClock()
    let elapsed = try await clock.measure {
      try await clock.sleep(for: .seconds(1_000))
      try await clock.sleep(for: .seconds(1_000))
    }
    #expect(elapsed == .seconds(2_000))
  }

  @Test func aCancelledTaskThrows() async {
    let sleeper = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await ImmediateClock().sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}

@Suite struct AnyClockTests {
  @Test func followsTheWrappedClock() async throws {
    let base: any Clock<Duration> = ImmediateClock()
    let clock = AnyClock(base)
    #expect(clock.now == VirtualInstant())
    try await clock.sleep(for: .seconds(2))
    #expect(clock.now == VirtualInstant(offset: .seconds(2)))
    #expect(clock.minimumResolution == .zero)
  }
}

@Suite struct TimerSequenceTests {
  @Test func ticksAtTheInterval() async {
    let clock: any Clock<Duration> = ImmediateClock()
    var ticks: [VirtualInstant] = []
    for await tick in clock.timer(interval: .seconds(2)) {
      ticks.append(tick)
      if ticks.count == 3 { break }
    }
    #expect(ticks.map(\.offset) == [.seconds(2), .seconds(4), .seconds(6)])
  }

  @Test func missedTicksFollowAtOnce() async {
    let clock = TestClock()
    var ticks = clock.timer(interval: .seconds(1)).makeAsyncIterator()
    await clock.advance(by: .seconds(3))
    for second in 1...3 { #expect(await ticks.next()?.offset == .seconds(second)) }
  }

  @Test func endsWhenCancelled() async {
    let clock = TestClock()
    let consumer = Task {
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) { count += 1 }
      return count
    }
    while clock.sleeperCount == 0 { await Task.yield() }
    consumer.cancel()
    #expect(await consumer.value == 0)
  }
}
