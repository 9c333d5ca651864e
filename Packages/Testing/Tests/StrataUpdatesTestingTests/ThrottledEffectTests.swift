import StrataConcurrency
import StrataTestFindings
import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

@Suite struct ThrottledEffectTests {
  private enum Action: Equatable, Sendable {
    case lap
    case tick
  }

  /// Counts ticks, at most one in five seconds.
  private func makeStore() -> TestStore<Int, Action, Void> {
    TestStore(
      update: { state, action, _ in
        switch action {
        case .lap: Update(state: state, fx: .just(.tick).throttle(id: "t", for: .seconds(5)))
        case .tick: Update(state: state + 1)
        }
      },
      state: 0,
      environment: ()
    )
  }

  @Test(.simulated()) func anIntervalInWhichNothingWaitsIsNoRunningEffect() async {
    let store = makeStore()
    await store.send(.lap)
    await store.receive(.tick) { $0 = 1 }
  }

  @Test(.simulated()) func theIntervalAfterTheLastReceivedActionIsNoRunningEffect() async {
    let store = makeStore()
    await store.send(.lap)
    await store.receive(.tick) { $0 = 1 }
    await store.send(.lap)
    await store.send(.lap)
    await store.receive(.tick, within: .seconds(5)) { $0 = 2 }
  }

  @Test func whatWaitsForTheIntervalIsARunningEffect() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.lap)
      await store.receive(.tick) { $0 = 1 }
      await store.send(.lap)
    }
    #expect(findings.messages.contains { $0.contains("1 effect is still running") })
  }
}
