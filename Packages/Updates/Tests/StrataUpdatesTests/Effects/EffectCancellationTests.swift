import StrataConcurrency
import StrataUpdates
import Testing

/// The peer's effects can only end by themselves.
@Suite struct EffectCancellationTests {
  @Test func effectsAreCancelledByIdentity() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let store = makeStore { action in
        switch action {
        case .add(let number):
          .future { .setText("\(number)") }.delay(for: .seconds(number)).cancellable(id: number % 2)
        case .touch: .cancel(id: 0)
        default: .empty
        }
      }
      let texts = Recorded<String>()
      let token = store.observe { texts.append($0.text) }
      for number in 1...4 { store.send(.add(number)) }
      store.send(.touch)
      try await simulation.clock.sleep(for: .seconds(10))
      withExtendedLifetime(token) {}
      return (texts.elements.filter { !$0.isEmpty }, store.runningEffects.count)
    }
    #expect(run.value.0 == ["1", "3"])
    #expect(run.value.1 == 0)
  }

  @Test func effectsInFlightAreReplaced() async throws {
    let run = try await withSimulation(seed: 2) { simulation in
      let store = makeStore { action in
        guard case .add(let number) = action else { return .empty }
        return .future { .setText("\(number)") }.delay(for: .seconds(1))
          .cancellable(id: "search", cancelInFlight: true)
      }
      let texts = Recorded<String>()
      let token = store.observeActions { if case .setText(let text) = $0 { texts.append(text) } }
      for number in 1...3 { store.send(.add(number)) }
      let running = store.runningEffects.filter { !$0.isCancelled }.count
      try await simulation.clock.sleep(for: .seconds(5))
      withExtendedLifetime(token) {}
      return (texts.elements, running)
    }
    #expect(run.value == (["3"], 1))
  }

  /// An action may have been produced, and wait for its turn, when its effect is cancelled.
  @Test func noActionOfACancelledEffectIsHandled() async throws {
    let run = try await withSimulation(seed: 3) { simulation in
      let executor = ManualExecutor()
      let store = makeStore(executor: executor) { action in
        switch action {
        case .increment: .future { .setText("late") }.cancellable(id: "load")
        case .touch: .cancel(id: "load")
        default: .empty
        }
      }
      store.send(.increment)
      executor.run()
      store.send(.touch)
      // The effect's action is queued behind the one that cancels the effect.
      await simulation.waitUntilIdle()
      executor.run()
      return store.state
    }
    #expect(run.value == CounterState(count: 1))
  }

  @Test func partsOfAnIdentityEndTogetherAndNestedIdentitiesEndEither() async throws {
    let run = try await withSimulation(seed: 4) { simulation in
      let store = makeStore { action in
        switch action {
        case .increment:
          .merge(
            .run { _ in await Gate().wait() }.cancellable(id: "a"),
            .run { _ in await Gate().wait() },
            .run { _ in await Gate().wait() }.delay(for: .milliseconds(1)).cancellable(id: "b")
          )
          .cancellable(id: "all")
        case .setText(let id): .cancel(id: id)
        default: .empty
        }
      }
      var counts: [Int] = []
      store.send(.increment)
      try await simulation.clock.sleep(for: .seconds(1))
      for id in ["none", "a", "b", "all"] {
        store.send(.setText(id))
        await simulation.waitUntilIdle()
        counts.append(store.runningEffects.count)
      }
      return counts
    }
    #expect(run.value == [3, 2, 1, 0])
  }

  @Test func identitiesOfTwoTypesAreNeverEqual() async throws {
    let run = try await withSimulation(seed: 5) { simulation in
      let gate = Gate()
      let store = makeStore()
      store.subscribe(to: .run { _ in await gate.wait() }.cancellable(id: 1))
      store.subscribe(to: .cancel(id: Int8(1)))
      await simulation.waitUntilIdle()
      let kept = store.runningEffects.count
      store.subscribe(to: .cancel(id: 1))
      await simulation.waitUntilIdle()
      return [kept, store.runningEffects.count]
    }
    #expect(run.value == [1, 0])
  }

  @Test func replacingWithNothingCancels() async throws {
    let run = try await withSimulation(seed: 6) { simulation in
      let gate = Gate()
      let store = makeStore()
      store.subscribe(to: .run { _ in await gate.wait() }.cancellable(id: "x"))
      store.subscribe(to: Fx.empty.cancellable(id: "x", cancelInFlight: true))
      await simulation.waitUntilIdle()
      return store.runningEffects.count
    }
    #expect(run.value == 0)
  }

  /// In every order, an effect that was replaced passes on nothing after its replacement has started.
  @Test func noOrderOfTasksLetsAReplacedEffectSpeak() async {
    let failure = await searchSchedules(seeds: 0..<100) { simulation in
      let store = makeStore { action in
        guard case .add(let number) = action else { return .empty }
        return .run { send in
          for _ in 0..<3 {
            await Task.yield()
            send(.setText("\(number)"))
          }
        }
        .cancellable(id: "x", cancelInFlight: true)
      }
      let handled = Recorded<Int>()
      let token = store.observeActions { action in
        if case .add(let number) = action { handled.append(number) }
        if case .setText(let text) = action { handled.append(Int(text) ?? -1) }
      }
      for number in 1...3 {
        store.send(.add(number))
        await Task.yield()
      }
      await simulation.waitUntilIdle()
      withExtendedLifetime(token) {}
      guard handled.elements == handled.elements.sorted() else { throw Late() }
    }
    #expect(failure == nil, "\(failure.map { "\($0)" } ?? "")")
  }

  /// Actions that an effect produces at once wait for their turn, too, and are found until then.
  @Test(arguments: ["just", "merged", "replaced"])
  func actionsAtOnceAreCancelled(_ form: String) {
    let store = makeStore { action in
      switch (action, form) {
      case (.increment, "just"): .just(.touch, .setText("late")).cancellable(id: 1)
      case (.touch, "just"): .cancel(id: 1)
      case (.increment, "merged"):
        .merge(.just(.setText("late")).cancellable(id: 1), .cancel(id: 1))
      case (.increment, _):
        .merge(
          .just(.setText("late")).cancellable(id: 1),
          .just(.setText("")).cancellable(id: 1, cancelInFlight: true)
        )
      default: .empty
      }
    }
    let texts = Recorded<String>()
    let token = store.observeActions { if case .setText(let text) = $0 { texts.append(text) } }
    store.send(.increment)
    #expect(texts.elements == (form == "replaced" ? [""] : []))
    #expect(store.state.text.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func actionsAtOnceThatNobodyCancelsAreHandledInOrder() {
    let store = makeStore { action in
      action == .increment ? .just(.add(1), .setText("a"), .add(2)).cancellable(id: 1) : .empty
    }
    let handled = Recorded<CounterAction>()
    let token = store.observeActions { handled.append($0) }
    store.send(.increment)
    store.send(.increment)
    let once: [CounterAction] = [.increment, .add(1), .setText("a"), .add(2)]
    #expect(handled.elements == once + once)
    withExtendedLifetime(token) {}
  }

  private struct Late: Error {}
}
