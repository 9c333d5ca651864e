import StrataConcurrency
import StrataRendering
import Testing

@testable import StrataUpdates

/// The state that an effect and its actions share.
@Suite struct EffectLifetimeTests {
  @Test func actionsWaitUntilTheyAreHandledOrDropped() {
    let lifetime = EffectLifetime()
    #expect(!lifetime.hasWaitingActions)
    lifetime.addAction()
    lifetime.addAction()
    lifetime.removeAction()
    #expect(lifetime.hasWaitingActions)
    StoreJob<Int>.action(1, .effect, lifetime, .current).drop()
    #expect(!lifetime.hasWaitingActions)
    lifetime.cancel()
    #expect(lifetime.isCancelled)
  }

  @Test func anIntervalThatIsOverLeavesNothingInTheStoresScope() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let store = makeStore { action in
        action == .touch ? .just(.increment).throttle(id: "t", for: .seconds(5)) : .empty
      }
      let scope = try #require(store.runner).scope
      store.send(.touch)
      await simulation.waitUntilIdle()
      #expect(!scope.isEmpty)
      try await simulation.clock.sleep(for: .seconds(6))
      #expect(scope.isEmpty)
      #expect(store.state.count == 1)
    }
  }
}
