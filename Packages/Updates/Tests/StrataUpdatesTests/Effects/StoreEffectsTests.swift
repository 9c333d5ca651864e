import StrataConcurrency
import StrataUpdates
import Testing

@Suite struct StoreEffectsTests {
  /// The peer makes an identifier, a pipeline and a hop to the main queue for each action.
  @Test func anUpdateWithoutEffectsStartsNothing() {
    let store = makeStore()
    for _ in 0..<100 { store.send(.increment) }
    #expect(store.runningEffects.isEmpty)
    #expect(Update<Int, Int>(state: 1).fx.isEmpty)
  }

  @Test func whatEffectsProduceIsSentInItsOrder() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let store = makeStore { action in
        guard action == .touch else { return .empty }
        return .run { send in
          send(.setText("a"))
          await Task.yield()
          for text in ["b", "c"] { send(.setText(text)) }
        }
      }
      let texts = Recorded<String>()
      let token = store.observe { texts.append($0.text) }
      store.send(.touch)
      await simulation.waitUntilIdle()
      withExtendedLifetime(token) {}
      return texts.elements
    }
    #expect(run.value == ["", "a", "b", "c"])
  }

  @Test func environmentsMethodsMakeEffects() async throws {
    struct Service: Sendable {
      func authenticate(_ name: String) -> Fx<String> {
        Fx.future {
          await Task.yield()
          return "welcome \(name)"
        }
      }
    }
    let run = try await withSimulation(seed: 1) { simulation in
      let store = Store(
        update: { (state: String, action: String, service: Service) in
          action.hasPrefix("welcome")
            ? Update<String, String>(state: action)
            : Update(state: "asking", fx: service.authenticate(action))
        },
        state: "",
        environment: Service()
      )
      store.send("Ada")
      let before = store.state
      await simulation.waitUntilIdle()
      return [before, store.state]
    }
    #expect(run.value == ["asking", "welcome Ada"])
  }

  @Test func effectsThatHaveEndedAreGone() async throws {
    let run = try await withSimulation(seed: 4) { simulation in
      let gate = Gate()
      let store = makeStore { action in
        switch action {
        case .increment: .future { .touch }
        case .add: .just(.touch)
        case .setText: .run { _ in await gate.wait() }
        default: .empty
        }
      }
      for _ in 0..<10 {
        store.send(.increment)
        store.send(.add(1))
      }
      store.send(.setText(""))
      let started = store.runningEffects.count
      await simulation.waitUntilIdle()
      let waiting = store.runningEffects.count
      gate.open()
      await simulation.waitUntilIdle()
      return [started, waiting, store.runningEffects.count]
    }
    #expect(run.value == [11, 1, 0])
  }

  @Test func anEffectMayLastAsLongAsTheStore() async throws {
    let run = try await withSimulation(seed: 5) { simulation in
      let messages = Multicast<Int>()
      let store = makeStore()
      let elements = messages.subscribe()
      store.subscribe(to: .run { send in for await number in elements { send(.add(number)) } })
      for number in 1...1_000 {
        messages.send(number)
        if number.isMultiple(of: 100) { await simulation.waitUntilIdle() }
      }
      await simulation.waitUntilIdle()
      return (store.state.count, store.runningEffects.count)
    }
    #expect(run.value == (500_500, 1))
  }

  @Test func effectsAreSubscribedToFromOutside() {
    let store = makeStore()
    store.subscribe(to: .just(.increment, .add(4)))
    #expect(store.state.count == 5)
  }

  @Test func actionsThatAreReadyAreHandledBeforeSendReturns() {
    let store = makeStore { $0 == .touch ? .just(.increment, .increment) : .empty }
    store.send(.touch)
    #expect(store.state.count == 2)
    #expect(store.runningEffects.isEmpty)
  }

  /// In whatever order tasks run, each effect's own actions stay in order.
  @Test func noOrderOfTasksMixesUpAnEffectsActions() async {
    let failure = await searchSchedules(seeds: 0..<100) { simulation in
      let store = makeStore { action in
        guard action == .touch else { return .empty }
        return .merge(
          (1...3).map { number in
            .run { send in
              for step in 0..<4 {
                send(.add(number * 10 + step))
                await Task.yield()
              }
            }
          }
        )
      }
      let added = Recorded<Int>()
      let token = store.observeActions { if case .add(let number) = $0 { added.append(number) } }
      store.send(.touch)
      await simulation.waitUntilIdle()
      withExtendedLifetime(token) {}
      for number in 1...3 {
        let own = added.elements.filter { $0 / 10 == number }
        guard own == (0..<4).map({ number * 10 + $0 }) else { throw Mixed() }
      }
    }
    #expect(failure == nil, "\(failure.map { "\($0)" } ?? "")")
  }

  private struct Mixed: Error {}
}
