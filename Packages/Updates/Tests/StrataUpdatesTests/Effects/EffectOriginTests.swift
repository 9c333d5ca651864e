import StrataConcurrency
@_spi(Strata) import StrataUpdates
import Testing

/// The names that test support gives to the effects of an action.
@Suite struct EffectOriginTests {
  @Test func anOriginKnowsTheTasksOfItsActionByTheirIdentities() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let gate = Gate()
      let work = Fx<CounterAction>.run { _ in await gate.wait() }
      let store = makeStore { action in
        switch action {
        case .touch: work.cancellable(id: 1).cancellable(id: "a")
        case .increment: work
        default: .empty
        }
      }
      let origins = Recorded<EffectOrigin>()
      let token = store.observeSteps { [weak store] step in
        let origin = EffectOrigin(action: "\(step.action)", at: nil)
        origins.append(origin)
        store?.nameEffects(origin)
      }
      store.send(.touch)
      store.send(.increment)
      let tasks = store.runningEffects
      let (touch, increment) = (origins.elements[0], origins.elements[1])
      #expect(tasks.map(\.name) == ["effect of touch", "effect of increment"])
      #expect(tasks.map { touch.identities(of: $0) } == [["\"a\"", "1"], nil])
      #expect(tasks.map { increment.identities(of: $0) } == [nil, []])
      gate.open()
      await simulation.waitUntilIdle()
      withExtendedLifetime(token) {}
    }
  }
}
