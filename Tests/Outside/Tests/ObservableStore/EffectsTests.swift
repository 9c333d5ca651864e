import StrataConcurrency
import StrataUpdates
import Testing

/// Effects, as an environment makes them.
struct EffectsTests {
  enum Action: Sendable, Equatable {
    case start
    case got(Int)
    case stop
    case typed(String)
    case found(String)
  }

  struct Model: Equatable, Sendable {
    var numbers: [Int] = []
    var found: [String] = []
  }

  func store(
    start: Fx<Action> = .empty,
    stop: Fx<Action> = .empty,
    typed: @escaping @Sendable (String) -> Fx<Action> = { _ in .empty }
  ) -> Store<Model, Action, Void> {
    Store(
      update: { state, action, _ in
        var model = state
        switch action {
        case .start: return Update(state: state, fx: start)
        case .stop: return Update(state: state, fx: stop)
        case .got(let number):
          model.numbers.append(number)
          return Update(state: model)
        case .typed(let text): return Update(state: state, fx: typed(text))
        case .found(let text):
          model.found.append(text)
          return Update(state: model)
        }
      },
      state: Model(),
      environment: ()
    )
  }

  @Test func noEffectIsTheDefault() {
    #expect(Update<Model, Action>(state: Model()).fx.isEmpty)
    #expect(Fx<Action>.merge().isEmpty)
    #expect(Fx<Action>.merge(.empty, .empty).isEmpty)
  }

  @Test func severalAtOnceKeepTheirOrder() {
    let store = store(start: .just(.got(1), .got(2), .got(3)))
    store.send(.start)
    #expect(store.state.numbers == [1, 2, 3])
  }

  @Test func mergedEffectsAllRun() {
    let store = store(start: .merge(.just(.got(1)), .empty, .just(.got(2))))
    store.send(.start)
    #expect(store.state.numbers.sorted() == [1, 2])
  }

  @Test func mergeFxAddsToWhatIsThere() {
    let update = Update<Model, Action>(state: Model(), fx: .just(.got(1))).mergeFx(.just(.got(2)))
    let store = store(start: update.fx)
    store.send(.start)
    #expect(store.state.numbers.sorted() == [1, 2])
  }

  @Test func pipesKeepTheEffectsOfBoth() {
    let update = Update<Model, Action>(state: Model(), fx: .just(.got(1))).pipe { state in
      var model = state
      model.found = ["x"]
      return Update(state: model, fx: .just(.got(2)))
    }
    #expect(update.state.found == ["x"])
    let store = store(start: update.fx)
    store.send(.start)
    #expect(store.state.numbers.sorted() == [1, 2])
  }

  @Test func mappedEffectsAreOtherActions() {
    let store = store(start: Fx<Int>.just(4, 5).map { .got($0) })
    store.send(.start)
    #expect(store.state.numbers == [4, 5])
  }

  @Test func aStreamGoesOnUntilItIsCancelled() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let clock = simulation.clock
      let ticking = Fx<Action>.run { send in
        var count = 0
        while !Task.isCancelled {
          send(.got(count))
          count += 1
          try? await clock.sleep(for: .seconds(1))
        }
      }
      let store = store(start: ticking.cancellable(id: "tick"), stop: .cancel(id: "tick"))
      store.send(.start)
      try await clock.sleep(for: .milliseconds(2_500))
      #expect(store.state.numbers == [0, 1, 2])
      store.send(.stop)
      try await clock.sleep(for: .seconds(5))
      #expect(store.state.numbers == [0, 1, 2])
      #expect(store.runningEffects.isEmpty)
    }
  }

  @Test func aStreamOfActionsIsAnEffect() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let (stream, continuation) = AsyncStream<Action>.makeStream()
      let store = store(start: Fx(stream))
      store.send(.start)
      continuation.yield(.got(1))
      continuation.yield(.got(2))
      continuation.finish()
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(store.state.numbers == [1, 2])
      #expect(store.runningEffects.isEmpty)
    }
  }

  @Test func aSecondSearchReplacesTheFirst() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let clock = simulation.clock
      let store = store { text in
        Fx<Action>.future {
          try? await clock.sleep(for: .seconds(1))
          return .found(text)
        }
        .cancellable(id: "search", cancelInFlight: true)
      }
      store.send(.typed("a"))
      try await clock.sleep(for: .milliseconds(500))
      store.send(.typed("ab"))
      try await clock.sleep(for: .seconds(3))
      #expect(store.state.found == ["ab"])
    }
  }

  @Test func aDebouncedSearchRunsOnce() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let store = store { .just(.found($0)).debounce(id: "search", for: .milliseconds(300)) }
      for text in ["a", "ab", "abc"] {
        store.send(.typed(text))
        try await simulation.clock.sleep(for: .milliseconds(100))
      }
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(store.state.found == ["abc"])
    }
  }

  @Test func aThrottledSearchRunsAtOnceAndThenTheLatest() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let store = store { .just(.found($0)).throttle(id: "search", for: .seconds(1)) }
      for text in ["a", "ab", "abc"] {
        store.send(.typed(text))
        try await simulation.clock.sleep(for: .milliseconds(100))
      }
      try await simulation.clock.sleep(for: .seconds(3))
      #expect(store.state.found == ["a", "abc"])
    }
  }

  @Test func aDelayedEffectComesLater() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let store = store(start: .just(.got(1)).delay(for: .seconds(2)))
      store.send(.start)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(store.state.numbers.isEmpty)
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(store.state.numbers == [1])
    }
  }

  @Test func aNeverEndingSenderEndsWithItsStore() async throws {
    _ = try await withSimulation(seed: 9) { simulation in
      let clock = simulation.clock
      let rounds = Seen<Int>()
      let endless = Fx<Action>.run { send in
        while !Task.isCancelled {
          rounds.add(1)
          send(.got(1))
          try? await clock.sleep(for: .seconds(1))
        }
      }
      var kept: Store<Model, Action, Void>? = store(start: endless)
      kept?.send(.start)
      try await clock.sleep(for: .seconds(3))
      kept = nil
      try await clock.sleep(for: .seconds(1))
      let count = rounds.values.count
      try await clock.sleep(for: .seconds(10))
      #expect(rounds.values.count == count)
    }
  }
}
