import StrataConcurrency
import StrataRendering
import Testing

@testable import StrataUpdates

private typealias NumberStore = Store<Int, Int, Void>

@Suite struct StoreChainTests {
  /// A store whose subscriber answers each state from 10 to 5,000 with the next.
  private func makeChainedStore(
    executor: (any DeliveryExecutor)? = nil,
    fx: @escaping @Sendable (Int) -> Fx<Int> = { _ in .empty }
  ) -> (store: NumberStore, token: Subscription) {
    let store = NumberStore(
      update: { _, action, _ in Update(state: action, fx: fx(action)) },
      state: 0,
      environment: (),
      executor: executor
    )
    let token = store.observe { [weak store] state in
      if (10..<5_000).contains(state) { store?.send(state + 1) }
    }
    return (store, token)
  }

  @Test func aChainIsReportedOnWhicheverThreadItRuns() async {
    let (store, token) = makeChainedStore()
    await onThreads(1) { _ in store.send(1) }
    let found = reports { store.send(10) }
    #expect(found.count == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aChainIsReportedOnWhicheverThreadTheExecutorRunsIt() async {
    let executor = ManualExecutor()
    let (store, token) = makeChainedStore(executor: executor)
    store.send(1)
    await onThreads(1) { _ in executor.run() }
    store.send(10)
    let found = reports { executor.run() }
    #expect(found.count == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aChainIsReportedThatTheThreadOfAnEffectBegins() async {
    let (store, token) = makeChainedStore()
    store.send(1)
    let found = Recorded<String>()
    await onThreads(1) { _ in
      for message in reports({ WeakStore(store).enqueue(.action(10, .effect, nil, .current)) }) {
        found.append(message)
      }
    }
    #expect(found.count == 1)
    withExtendedLifetime(token) {}
  }

  /// A subscriber may call the sender of an effect; the action that ends the chain is dropped.
  @Test func anEffectEndsThoughOneOfItsActionsWasDroppedAtTheEndOfAChain() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let (executor, gate) = (ManualExecutor(), Gate())
      let (store, token) = makeChainedStore(executor: executor)
      token.cancel()
      let sender = Locked<FxSend<Int>?>(nil, rank: .leaf)
      let chain = store.observe { state in
        if (10..<5_000).contains(state) { sender.withLock { $0 }?(state + 1) }
      }
      store.subscribe(
        to: .run { send in
          sender.withLock { $0 = send }
          await gate.wait()
        }
      )
      executor.run()
      await simulation.waitUntilIdle()
      store.send(10)
      #expect(reports { executor.run() }.count == 1)
      gate.open()
      await simulation.waitUntilIdle()
      #expect(store.runningEffects.isEmpty)
      #expect(executor.count == 0)
      withExtendedLifetime(chain) {}
    }
  }

  @Test func aChainIsReportedAlsoAfterEffectsHaveStarted() {
    let (store, token) = makeChainedStore { $0 == 1 ? .just(2) : .empty }
    store.send(1)
    #expect(store.state == 2)
    let found = reports { store.send(10) }
    #expect(found.count == 1)
    withExtendedLifetime(token) {}
  }

  @Test func whoOnlyWatchesAChainIsToldOfTheLastState() {
    let (store, token) = makeChainedStore()
    let seen = Recorded<Int>()
    let watching = store.observe { seen.append($0) }
    let found = reports { store.send(10) }
    #expect(found.count == 1)
    #expect(store.state < 4_000)
    #expect(seen.elements == [0] + Array(10...store.state))
    withExtendedLifetime((token, watching)) {}
  }

  @Test func aChainOfManyStoresIsHandledWhole() {
    let stores = (0...1_500).map { _ in
      NumberStore(update: { _, action, _ in Update(state: action) }, state: 0, environment: ())
    }
    let found = reports {
      let tokens = zip(stores, stores.dropFirst()).map { lower, upper in
        lower.observe { [weak upper] state in if state > 0 { upper?.send(state) } }
      }
      stores[0].send(7)
      withExtendedLifetime(tokens) {}
    }
    #expect(found == [])
    #expect(stores[1_500].state == 7)
  }

  @Test(arguments: [false, true])
  func actionsOfEffectsMayFollowOneAnotherForLong(isIdentified: Bool) {
    let store = NumberStore(
      update: { _, action, _ in
        guard action < 3_000 else { return Update(state: action) }
        let next = Fx.just(action + 1)
        return Update(state: action, fx: isIdentified ? next.cancellable(id: 1) : next)
      },
      state: 0,
      environment: ()
    )
    let found = reports { store.send(1) }
    #expect(found == [])
    #expect(store.state == 3_000)
  }

  @Test func anActionThatWaitsIsFoundByTheCancellationOfItsEffect() async {
    let begun = Gate()
    let executor = ManualExecutor()
    let store = NumberStore(
      update: { state, action, _ in
        switch action {
        case 1:
          return Update(
            state: state,
            fx: .run { send in
              await begun.wait()
              send(100)
            }
            .cancellable(id: 1)
          )
        case 2: return Update(state: state, fx: .cancel(id: 1))
        default: return Update(state: state + action)
        }
      },
      state: 0,
      environment: (),
      executor: executor
    )
    store.send(1)
    executor.run()
    // The cancellation waits before the action that the effect sends, and the effect's body has returned.
    store.send(2)
    begun.open()
    while executor.count < 3 { await Task.yield() }
    executor.run()
    #expect(store.state == 0)
  }

  // MARK: Defaults

  @Test func aStoreLogsNothingByDefault() {
    let lines = Recorded<String>()
    let logger = StoreLogger { lines.append($0) }
    let update: NumberStore.UpdateFunction = { _, action, _ in Update(state: action) }
    NumberStore(update: update, state: 0, environment: (), logger: logger).send(1)
    NumberStore(update: update, create: { Update(state: 0) }, environment: (), logger: logger)
      .send(1)
    NumberStore(
      changing: { state, action, _ in
        state = action
        return Update()
      },
      state: 0,
      environment: (),
      logger: logger
    ).send(1)
    #expect(lines.elements == [])
  }

  @Test func equalStatesOfAStoreThatChangesInPlaceAreSkippedByDefault() {
    let store = NumberStore(
      changing: { state, action, _ in
        state = action
        return Update()
      },
      state: 0,
      environment: ()
    )
    let seen = Recorded<Int>()
    let token = store.observe { seen.append($0) }
    store.send(0)
    store.send(1)
    store.send(1)
    #expect(seen.elements == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test func aSequenceThatIsReleasedLeavesNoSubscription() {
    let store = NumberStore(
      update: { _, action, _ in Update(state: action) },
      state: 0,
      environment: ()
    )
    do {
      let sequences = (store.actions, store.updates)
      #expect(!store.actionSinks.isEmpty)
      #expect(!store.stepSinks.isEmpty)
      withExtendedLifetime(sequences) {}
    }
    #expect(store.actionSinks.isEmpty)
    #expect(store.stepSinks.isEmpty)
    #expect(store.sequences.count == 0)
  }
}
