import StrataConcurrency
import StrataUpdates
import Testing

@Suite struct StoreExecutorTests {
  @Test func actionsAreHandledWhereTheExecutorSays() {
    let executor = ManualExecutor()
    let store = makeStore(executor: executor) { $0 == .increment ? .just(.add(10)) : .empty }
    let seen = Recorded<Int>()
    let token = store.observe { seen.append($0.count) }
    store.send(.increment)
    #expect(store.state.count == 0)
    #expect(seen.elements.isEmpty)
    executor.run()
    #expect(store.state.count == 11)
    #expect(seen.elements == [0, 1, 11])
    withExtendedLifetime(token) {}
  }

  @Test func anExecutorHandlesAllThatWaitsInSeveralTurns() {
    let executor = ManualExecutor()
    let store = makeStore(executor: executor)
    for _ in 0..<1_000 { store.send(.add(1)) }
    executor.run()
    #expect(store.state.count == 1_000)
    #expect(executor.count == 0)
  }

  @Test func anExecutorDoesNotHoldTheStore() {
    let executor = ManualExecutor()
    weak var released: CounterStore?
    do {
      let store = makeStore(executor: executor)
      released = store
      store.send(.increment)
    }
    #expect(released == nil)
    executor.run()
  }

  /// A subscriber may run the executor's jobs, as a dialog runs those of the main thread.
  @Test func whatWaitsIsHandledInTurnsThoughItsJobsCameDuringAnAction() {
    let executor = ManualExecutor()
    let store = makeStore(executor: executor)
    let (count, counts) = (3 * Backlog.share, Recorded<Int>())
    let token = store.observe { [weak store] state in
      guard state.count == 1 else { return }
      executor.run()
      // It gets its turn after as many jobs as are handled in one, the subscription among them.
      executor.deliver { counts.append(store?.state.count ?? 0) }
    }
    for _ in 0..<count { store.send(.increment) }
    executor.run()
    #expect(store.state.count == count)
    #expect(counts.elements == [Backlog.share - 1])
    withExtendedLifetime(token) {}
  }

  @Test func aStoreThatIsReleasedDuringAnActionAsksForNoOtherTurn() {
    let executor = ManualExecutor()
    let owner = Locked<CounterStore?>(makeStore(executor: executor), rank: .leaf)
    let handled = Recorded<CounterAction>()
    let token = owner.withLock { $0 }?.observeActions { action in
      handled.append(action)
      _ = owner.withLock { $0.take() }
    }
    for _ in 0..<2 { owner.withLock { $0 }?.send(.increment) }
    executor.run()
    #expect(handled.elements == [.increment])
    #expect(executor.total == 2)
    withExtendedLifetime(token) {}
  }

  @Test func theMainExecutorHandlesOnTheMainActor() async throws {
    let run = try await withSimulation(seed: 5) { simulation in
      let store = makeStore(executor: .main) { action in
        action == .increment ? .future { .setText("loaded") } : .empty
      }
      store.send(.increment)
      await simulation.waitUntilIdle()
      return store.state
    }
    #expect(run.value == CounterState(count: 1, text: "loaded"))
  }

  @Test func aSerialExecutorKeepsTheOrderOfSending() async throws {
    let run = try await withSimulation(seed: 6) { simulation in
      let store = makeStore(executor: .serial("updates"))
      let handled = Recorded<CounterAction>()
      let token = store.observeActions { handled.append($0) }
      for number in 0..<20 { store.send(.add(number)) }
      await simulation.waitUntilIdle()
      withExtendedLifetime(token) {}
      return handled.elements
    }
    #expect(run.value == (0..<20).map { .add($0) })
  }
}
