import StrataTesting
import StrataUpdates
import StrataUpdatesTesting

extension DialectMistake {
  static var ofUpdateStores: [DialectMistake] {
    let texts = ["State not exhausted: 1 property changed", "store.state: 0 → 3", " == 3"]
    let running = [
      "Tasks not exhausted: 1 task is still running", "effect @ Mistakes/TallyMistakes.swift:",
    ]
    return [
      DialectMistake(.updateStore, "state at once", .state, texts) {
        let store = Store(update: update, state: 0, environment: Services())
        store.send(.add(3))
      },
      DialectMistake(.updateStore, "state in a last task", .state, texts) {
        let store = Store(update: update, state: 0, environment: Services())
        Task { store.send(.add(3)) }
      },
      DialectMistake(.updateStore, "state in a last detached task", .state, texts) {
        let store = Store(update: update, state: 0, environment: Services())
        Task.detached { store.send(.add(3)) }
      },
      // A store that is released ends its effects, whatever they would still do.
      DialectMistake(.updateStore, "effect of a store that is released", .tasks, running) {
        let store = Store(update: update, state: 0, environment: Services())
        Task { store.send(.addLater(3)) }
      },
      DialectMistake(.updateStore, "state of an effect", .state, texts) {
        let store = Store(update: update, state: 0, environment: Services())
        Task {
          store.send(.addLater(3))
          while store.state == 0 { await Task.yield() }
        }
      },
      DialectMistake(.updateStore, "probe in an effect", .probes, probeTexts) {
        let onRun = TestProbe("onRun")
        let store = Store(update: update, state: 0, environment: Services(onRun: onRun.call))
        Task {
          store.send(.call)
          while onRun.isEmpty { await Task.yield() }
        }
      },
      DialectMistake(
        .updateStore,
        "effect that runs on",
        .tasks,
        running
      ) {
        let store = Store(update: update, state: 0, environment: Services())
        Task { store.send(.wait) }
      },
    ]
  }

  static var ofTestStores: [DialectMistake] {
    [
      DialectMistake(
        .testStore,
        "action in a last task",
        .events,
        ["At the end of the test 1 action", ".add(3)", "await store.receive(.add(3)) { $0 = 3 }"]
      ) {
        let store = TestStore(update: update, state: 0, environment: Services())
        Task { store.store.send(.add(3)) }
      },
      DialectMistake(
        .testStore,
        "wrong state in a last task",
        .state,
        ["The state after .add(3) is not the expected one", "- 4", "+ 3"]
      ) {
        let store = TestStore(update: update, state: 0, environment: Services())
        Task { await store.send(.add(3)) { $0 = 4 } }
      },
      DialectMistake(
        .testStore,
        "action of a last effect",
        .events,
        ["At the end of the test 1 action", ".add(3)", "await store.receive(.add(3)) { $0 = 3 }"]
      ) {
        let store = TestStore(update: update, state: 0, environment: Services())
        Task { await store.send(.addLater(3)) }
      },
      DialectMistake(.testStore, "probe in a last effect", .probes, probeTexts) {
        let onRun = TestProbe("onRun")
        let store = TestStore(update: update, state: 0, environment: Services(onRun: onRun.call))
        Task { await store.send(.call) }
      },
      DialectMistake(
        .testStore,
        "effect that runs on",
        .tasks,
        [
          "Effects not exhausted: 1 effect is still running",
          "the effect of .wait with the id \"waiting\", asserted at Mistakes/TallyMistakes.swift:",
          "Fx.cancel(id:)",
        ]
      ) {
        let store = TestStore(update: update, state: 0, environment: Services())
        Task { await store.send(.wait) }
      },
    ]
  }

  private static let probeTexts = [
    "Probes not exhausted: onRun", "onRun()", "onRun.wasCalled()",
  ]
}

private enum TallyAction: Equatable, Sendable {
  case add(Int)
  case addLater(Int)
  case call
  case wait
}

private struct Services: Sendable {
  var onRun: @Sendable () -> Void = {}
}

@Sendable
private func update(
  _ state: Int,
  _ action: TallyAction,
  _ services: Services
) -> Update<Int, TallyAction> {
  switch action {
  case .add(let amount): Update(state: state + amount)
  case .addLater(let amount): Update(state: state, fx: .future { .add(amount) })
  case .call: Update(state: state, fx: .fireAndForget { services.onRun() })
  case .wait:
    Update(
      state: state,
      fx: .fireAndForget { try? await Task.sleep(for: .seconds(60)) }.cancellable(id: "waiting")
    )
  }
}
