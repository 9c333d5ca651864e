import StrataConcurrency
import Testing

@testable import StrataUpdates

@Suite struct StoreObservingTests {
  @Test func actionsAreToldBeforeTheStateChangesOnceEach() {
    let store = makeStore()
    let seen = Recorded<String>()
    let token = store.observeActions { [weak store] in
      seen.append("\($0) at \(store?.state.count ?? -1)")
    }
    store.send(.increment)
    store.send(.touch)
    store.send(.both(1, 2))
    #expect(
      seen.elements == [
        "increment at 0", "touch at 1", "both(1, 2) at 1", "add(1) at 1", "add(2) at 2",
      ]
    )
    token.cancel()
    store.send(.increment)
    #expect(seen.count == 5)
  }

  @Test func updatesAreToldAfterTheStateHasChanged() {
    let store = makeStore()
    let seen = Recorded<Bool>()
    let origins = Recorded<ActionOrigin>()
    let token = store.observeSteps { [weak store] step in
      seen.append(step.state == store?.state)
      origins.append(step.origin)
    }
    store.send(.both(1, 2))
    store.send(.touch)
    #expect(seen.elements == [true, true, true, true])
    #expect(origins.elements == [.sent, .effect, .effect, .sent])
    withExtendedLifetime(token) {}
  }

  @Test func sequencesLoseNothingBetweenSubscribingAndAsking() async throws {
    let run = try await withSimulation(seed: 3) { _ in
      var store: CounterStore? = makeStore(CounterState(count: 5))
      let states = try #require(store?.states)
      let actions = try #require(store?.actions)
      let updates = try #require(store?.updates)
      store?.send(.increment)
      store?.send(.touch)
      store?.send(.add(4))
      store = nil
      var counts: [Int] = []
      for await state in states { counts.append(state.count) }
      var sent: [CounterAction] = []
      for await action in actions { sent.append(action) }
      var results: [Int] = []
      for await update in updates { results.append(update.state.count) }
      return (counts, sent, results)
    }
    #expect(run.value.0 == [5, 6, 10])
    #expect(run.value.1 == [.increment, .touch, .add(4)])
    #expect(run.value.2 == [6, 6, 10])
  }

  @Test func aSequenceThatNobodyHoldsIsForgotten() {
    let store = makeStore()
    do {
      let sequences = (store.states, store.actions, store.updates)
      #expect(store.sequences.count == 3)
      withExtendedLifetime(sequences) {}
    }
    #expect(store.sequences.count == 0)
    #expect(store.actionSinks.isEmpty)
    #expect(store.stepSinks.isEmpty)
  }

  @Test func aReleasedTokenEndsItsCalls() {
    let store = makeStore()
    let seen = Recorded<Int>()
    do {
      let token = store.observeActions { _ in seen.append(1) }
      store.send(.increment)
      withExtendedLifetime(token) {}
    }
    store.send(.increment)
    #expect(seen.count == 1)
  }

  @Test func aSubscriberMayEndItselfAndOthers() {
    let store = makeStore()
    let seen = Recorded<String>()
    let tokens = Recorded<Subscription>()
    tokens.append(
      store.observeActions { _ in
        seen.append("a")
        for token in tokens.elements { token.cancel() }
      }
    )
    tokens.append(store.observeActions { _ in seen.append("b") })
    store.send(.increment)
    store.send(.increment)
    #expect(seen.elements == ["a"])
    tokens.removeAll()
  }
}
