import StrataConcurrency
import StrataRendering
import StrataUpdates
import Testing

/// A store, used as the README of such a library shows.
struct StoreTests {
  @Test func anActionIsHandledWhenSendReturns() {
    let store = notebook()
    store.send(.add("tea"))
    #expect(store.state.notes.map(\.text) == ["tea"])
  }

  @Test func theSameActionsGiveTheSameStates() {
    let actions: [NotebookAction] = [
      .add("a"), .search("a"), .note(id: 0, .star), .add("b"), .note(id: 1, .edit("c")), .nothing,
    ]
    let one = notebook()
    let two = notebook()
    actions.forEach(one.send)
    actions.forEach(two.send)
    #expect(one.state == two.state)
  }

  @Test func anObserverIsGivenTheStateFirst() {
    let store = notebook()
    store.send(.add("tea"))
    let seen = Seen<Int>()
    let token = store.observe { seen.add($0.notes.count) }
    store.send(.add("milk"))
    #expect(seen.values == [1, 2])
    token.cancel()
    store.send(.add("bread"))
    #expect(seen.values == [1, 2])
  }

  @Test func equalStatesAreSilentAndTheirEffectsRun() {
    struct Model: Equatable, Sendable { var pongs = 0 }
    enum Action: Sendable { case ping, pong }
    let store = Store<Model, Action, Void>(
      update: { state, action, _ in
        switch action {
        case .ping: return Update(state: state, fx: .just(.pong))
        case .pong:
          var model = state
          model.pongs += 1
          return Update(state: model)
        }
      },
      state: Model(),
      environment: ()
    )
    let seen = Seen<Int>()
    let token = store.observe { seen.add($0.pongs) }
    store.send(.ping)
    #expect(seen.values == [0, 1])
    token.cancel()
  }

  @Test func chainedEffectsEndBeforeSendReturns() {
    let store = notebook()
    store.send(.tick)
    #expect(store.state.ticks == 5)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func everyStepOfAChainIsSeen() {
    let store = notebook()
    let seen = Seen<Int>()
    let token = store.observe { seen.add($0.ticks) }
    store.send(.tick)
    #expect(seen.values == [0, 1, 2, 3, 4, 5])
    token.cancel()
  }

  @Test func anObserverMaySend() {
    let store = notebook()
    let seen = Seen<[Int]>()
    let token = store.observe { state in
      seen.add(state.pings)
      if state.pings == [1] { store.send(.ping(2)) }
    }
    store.send(.ping(1))
    #expect(seen.values == [[], [1], [1, 2]])
    token.cancel()
  }

  @Test func whatAnObserverSendsComesAfterWhatWasSentBefore() {
    let store = notebook()
    let first = store.observeActions { action in
      if action == .ping(1) {
        store.send(.ping(2))
        store.send(.ping(3))
      }
    }
    store.send(.ping(1))
    #expect(store.state.pings == [1, 2, 3])
    first.cancel()
  }

  @Test func actionsAreSeenBeforeTheStateChanges() {
    let store = notebook()
    let seen = Seen<String>()
    let a = store.observeActions { seen.add("\($0) at \(store.state.pings)") }
    let b = store.observeSteps { seen.add("\($0.action) gave \($0.state.pings)") }
    store.send(.ping(7))
    #expect(seen.values == ["ping(7) at []", "ping(7) gave [7]"])
    a.cancel()
    b.cancel()
  }

  @Test func originsAreTold() {
    let store = notebook()
    let seen = Seen<ActionOrigin>()
    let token = store.observeSteps { seen.add($0.origin) }
    store.send(.tick)
    #expect(seen.values.count == 5)
    #expect(seen.values.first == .sent)
    #expect(Set(seen.values.dropFirst()).count == 1)
    #expect(seen.values.last != .sent)
    token.cancel()
  }

  @Test func theEnvironmentIsThatOfTheStore() async throws {
    let environment = NotebookEnvironment { ["x"] }
    _ = try await withSimulation(seed: 3) { simulation in
      let store = notebook(environment)
      store.send(.load)
      #expect(store.state.isLoading)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(store.state.notes.map(\.text) == ["x"])
      #expect(!store.state.isLoading)
    }
  }

  @Test func anEffectThatThrowsBecomesAnAction() async throws {
    struct Torn: Error {}
    _ = try await withSimulation(seed: 3) { simulation in
      let store = notebook(NotebookEnvironment { throw Torn() })
      store.send(.load)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(store.state.message == "Torn()")
    }
  }

  @Test func aCancelledEffectGivesNothing() async throws {
    _ = try await withSimulation(seed: 4) { simulation in
      let clock = simulation.clock
      let store = notebook(
        NotebookEnvironment {
          try await clock.sleep(for: .seconds(10))
          return ["late"]
        }
      )
      store.send(.load)
      try await clock.sleep(for: .seconds(1))
      #expect(store.runningEffects.count == 1)
      store.send(.cancelLoading)
      try await clock.sleep(for: .seconds(20))
      #expect(store.state == Notebook())
      #expect(store.runningEffects.isEmpty)
    }
  }

  @Test func releasingTheStoreEndsItsEffects() async throws {
    _ = try await withSimulation(seed: 5) { simulation in
      let clock = simulation.clock
      let ended = Seen<Bool>()
      var store: Store<Notebook, NotebookAction, NotebookEnvironment>? = notebook(
        NotebookEnvironment {
          do {
            try await clock.sleep(for: .seconds(100))
          } catch {
            ended.add(true)
            throw error
          }
          return []
        }
      )
      store?.send(.load)
      weak let gone = store
      try await clock.sleep(for: .seconds(1))
      store = nil
      #expect(gone == nil)
      try await clock.sleep(for: .seconds(1))
      #expect(ended.values == [true])
    }
  }

  @Test func holdersShareOneStore() {
    let store = notebook()
    let other = store
    other.send(.add("a"))
    #expect(store.state.notes.count == 1)
    #expect(store == other)
  }

  @Test func aProbeIsRunForWhatItHasReadAlone() {
    let store = notebook()
    let runs = Seen<Int>()
    let probe = RenderProbe {
      runs.add(1)
      return store.state.query
    }
    #expect(probe.output == "")
    store.send(.search("a"))
    #expect(probe.output == "a")
    store.send(.nothing)
    #expect(runs.values.count == 2)
  }

  @Test func animationsTravelWithTheUpdate() {
    let store = notebook()
    let seen = Seen<Bool>()
    let token = store.observeSteps { seen.add($0.update.transaction != nil) }
    store.send(.search("a"))
    store.send(.add("b"))
    #expect(seen.values == [true, false])
    token.cancel()
  }

  @Test func anInitialActionIsHandledAtOnce() {
    struct Model: ModelProtocol {
      enum Action: Sendable { case begin }
      var begun = false
      static func update(state: Self, action: Action, environment: Void) -> UpdateOf<Self> {
        var model = state
        model.begun = true
        return Update(state: model)
      }
    }
    let store = Store(state: Model(), action: .begin, environment: ())
    #expect(store.state.begun)
  }

  @Test func actionsFromFourThreadsAreAllHandled() async {
    let store = notebook()
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        group.addTask { for n in 0..<250 { store.send(.ping(part * 1000 + n)) } }
      }
    }
    store.send(.nothing)
    #expect(store.state.pings.count == 1000)
    for part in 0..<4 {
      let own = store.state.pings.filter { $0 / 1000 == part }
      #expect(own == (0..<250).map { part * 1000 + $0 })
    }
  }

  @Test func theLogNamesEachAction() {
    let lines = Seen<String>()
    let store = Store(
      update: Notebook.update,
      state: Notebook(),
      environment: NotebookEnvironment(),
      loggingEnabled: true,
      logger: StoreLogger { lines.add($0) }
    )
    store.send(.search("bun"))
    #expect(lines.values.contains { $0.contains("search(\"bun\")") })
    store.loggingEnabled = false
    let count = lines.values.count
    store.send(.search("tea"))
    #expect(lines.values.count == count)
  }

  @Test func loggingIsOffUnlessAskedFor() {
    #expect(!notebook().loggingEnabled)
  }
}
