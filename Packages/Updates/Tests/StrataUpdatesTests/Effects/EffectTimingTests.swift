import StrataConcurrency
import StrataUpdates
import Testing

@Suite struct EffectTimingTests {
  /// Sends additions at given times, and returns those that an effect passed on, with their times.
  private func passed(
    at moments: [Int],
    until end: Int = 20,
    _ effect: @escaping @Sendable (Fx<CounterAction>, TestClock) -> Fx<CounterAction>
  ) async throws -> [String] {
    try await withSimulation(seed: 1) { simulation in
      let clock = TestClock()
      let store = makeStore { action in
        guard case .add(let number) = action else { return .empty }
        return effect(.just(.setText("\(number)")), clock)
      }
      let texts = Recorded<String>()
      let token = store.observeActions { action in
        guard case .setText(let text) = action else { return }
        texts.append("\(text)@\(clock.now.offset.components.seconds)")
      }
      for moment in moments {
        await clock.advance(to: VirtualInstant(offset: .seconds(moment)))
        store.send(.add(moment))
        await simulation.waitUntilIdle()
      }
      await clock.advance(to: VirtualInstant(offset: .seconds(end)))
      let left = store.runningEffects.count
      withExtendedLifetime(token) {}
      #expect(left == 0)
      return texts.elements
    }
    .value
  }

  @Test func delayedEffectsStartLater() async throws {
    let texts = try await passed(at: [1, 2]) { $0.delay(for: .seconds(3), clock: $1) }
    #expect(texts == ["1@4", "2@5"])
  }

  @Test func debouncedEffectsStartWhenItIsQuiet() async throws {
    let texts = try await passed(at: [0, 1, 2, 6, 7]) {
      $0.debounce(id: "search", for: .seconds(2), clock: $1)
    }
    #expect(texts == ["2@4", "7@9"])
  }

  @Test func throttledEffectsStartOnceInAnIntervalAndTheLatestFollows() async throws {
    let texts = try await passed(at: [0, 1, 2, 8, 9]) {
      $0.throttle(id: "save", for: .seconds(5), clock: $1)
    }
    #expect(texts == ["0@0", "2@5", "9@10"])
  }

  @Test func throttledEffectsMayBeDropped() async throws {
    let texts = try await passed(at: [0, 1, 4, 5, 7]) {
      $0.throttle(id: "save", for: .seconds(5), latest: false, clock: $1)
    }
    #expect(texts == ["0@0", "5@5"])
  }

  @Test func aCancelledThrottleForgetsWhatWaits() async throws {
    let run = try await withSimulation(seed: 2) { simulation in
      let store = makeStore { action in
        switch action {
        case .add: .just(.increment).throttle(id: "t", for: .seconds(5))
        case .touch: .cancel(id: "t")
        default: .empty
        }
      }
      store.send(.add(0))
      store.send(.add(0))
      store.send(.touch)
      await simulation.waitUntilIdle()
      let running = store.runningEffects.count
      try await simulation.clock.sleep(for: .seconds(10))
      store.send(.add(0))
      return [running, store.state.count]
    }
    #expect(run.value == [0, 2])
  }

  @Test(arguments: [true, false])
  func aCancelledThrottleStartsNothingBeforeTheIntervalHasPassed(latest: Bool) async throws {
    let run = try await withSimulation(seed: 2) { simulation -> [String] in
      let store = makeStore { action in
        switch action {
        case .add(let number):
          .just(.setText("\(number)")).throttle(id: "t", for: .seconds(5), latest: latest)
        case .touch: .cancel(id: "t")
        default: .empty
        }
      }
      var found: [String] = []
      for step in 1...3 {
        store.send(.add(step))
        if step == 1 { store.send(.touch) }
        await simulation.waitUntilIdle()
        found.append("\(store.state.text), \(store.runningEffects.count) running")
        try await simulation.clock.sleep(for: .seconds(3))
      }
      try await simulation.clock.sleep(for: .seconds(9))
      return found + ["\(store.state.text), \(store.runningEffects.count) running"]
    }
    // The interval ends after 5 seconds; the third addition comes after 6.
    let middle = latest ? ["1, 1 running", "2, 1 running"] : ["1, 0 running", "3, 0 running"]
    #expect(run.value == ["1, 0 running"] + middle + ["3, 0 running"])
  }

  @Test func anIntervalEndsWithTheStore() async throws {
    let clock = TestClock()
    let run = try await withSimulation(seed: 1) { simulation in
      var store: CounterStore? = makeStore { action in
        action == .touch
          ? .cancel(id: "t") : .just(.touch).throttle(id: "t", for: .seconds(5), clock: clock)
      }
      store?.send(.increment)
      await simulation.waitUntilIdle()
      let sleepers = clock.sleeperCount
      store = nil
      await simulation.waitUntilIdle()
      return [sleepers, clock.sleeperCount]
    }
    #expect(run.value == [1, 0])
  }

  @Test func whatWaitsInAThrottleIsCancelledByTheIdentityAroundIt() async throws {
    let run = try await withSimulation(seed: 2) { simulation in
      let store = makeStore { action in
        switch action {
        case .add(let number):
          .just(.increment).throttle(id: "t", for: .seconds(5)).cancellable(id: number)
        case .touch: .cancel(id: 2)
        default: .empty
        }
      }
      store.send(.add(1))
      store.send(.add(2))
      store.send(.touch)
      await simulation.waitUntilIdle()
      try await simulation.clock.sleep(for: .seconds(10))
      let afterCancelling = [store.state.count, store.runningEffects.count]
      store.send(.add(1))
      store.send(.add(1))
      try await simulation.clock.sleep(for: .seconds(10))
      return afterCancelling + [store.state.count, store.runningEffects.count]
    }
    // Three additions of their own, and one increment each of those that started.
    #expect(run.value == [4, 0, 8, 0])
  }

  @Test func aDelayFollowsTheSimulationsTimeByItself() async throws {
    let run = try await withSimulation(seed: 3) { simulation in
      let store = makeStore { action in
        action == .touch ? .just(.increment).delay(for: .seconds(3_600)) : .empty
      }
      store.send(.touch)
      try await simulation.clock.sleep(for: .seconds(3_601))
      return store.state.count
    }
    #expect(run.value == 1)
    #expect(run.elapsed >= .seconds(3_600))
  }

  /// Notes how long it is asked to wait, and does not.
  private struct NotingClock: Clock {
    typealias Instant = VirtualInstant

    let waits = Recorded<Duration>()
    var now: VirtualInstant { VirtualInstant(offset: .zero) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: VirtualInstant, tolerance: Duration?) async throws {
      waits.append(now.duration(to: deadline))
    }
  }

  /// The system's clocks end the program when they are to count the longest of waits.
  @Test func noWaitIsLongerThanAClockCanCount() async throws {
    let clock = NotingClock()
    let run = try await withSimulation(seed: 1) { simulation in
      let store = makeStore { action in
        action == .increment
          ? .just(.touch).delay(for: .seconds(Int64.max), clock: clock) : .empty
      }
      store.send(.increment)
      await simulation.waitUntilIdle()
      return store.runningEffects.count
    }
    #expect(run.value == 0)
    #expect(clock.waits.elements.count == 1)
    #expect(clock.waits.elements.allSatisfy { $0 < .seconds(Int64.max / 2) })
  }
}
