import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

/// The omissions of a test of update stores.
@Suite struct UpdateStoreMistakeTests {
  @Test func whatATaskSendsLastIsFound() async {
    let findings = await Findings.of {
      let store = makeStore()
      Task { store.send(.add(3)) }
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("store.state: 0 → 3") == true)
  }

  @Test func anActionOfATestStoreThatATaskSendsLastIsFound() async {
    let findings = await Findings.of {
      let store = makeTestStore()
      Task { store.store.send(.add(3)) }
    }
    #expect(findings.kinds == [.events])
  }

  @Test func aStateThatATaskAssertsLastIsCompared() async {
    let findings = await Findings.of {
      let store = makeTestStore()
      Task { await store.send(.add(3)) { $0 = 4 } }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func anActionOfAnEffectThatATaskStartsLastIsFound() async {
    let findings = await Findings.of {
      let store = makeTestStore()
      Task { await store.send(.addLater(3)) }
    }
    #expect(findings.kinds == [.events])
  }

  @Test func anEffectThatATaskStartsLastIsFound() async {
    let findings = await Findings.of {
      let store = makeTestStore()
      Task { await store.send(.wait) }
    }
    #expect(findings.kinds == [.tasks])
  }

  @Test func outsideOfAllScopesTheSameIsFound() async {
    let findings = await Findings.collected {
      let store = makeTestStore()
      await store.send(.addLater(3))
    }
    #expect(findings.kinds == [.events])
  }
}

private enum TallyAction: Equatable, Sendable {
  case add(Int)
  case addLater(Int)
  case wait
}

@Sendable
private func update(_ state: Int, _ action: TallyAction, _: Void) -> Update<Int, TallyAction> {
  switch action {
  case .add(let amount): Update(state: state + amount)
  case .addLater(let amount): Update(state: state, fx: .future { .add(amount) })
  case .wait:
    Update(state: state, fx: .fireAndForget { try? await Task.sleep(for: .seconds(60)) })
  }
}

private func makeStore() -> Store<Int, TallyAction, Void> {
  Store(update: update, state: 0, environment: ())
}

private func makeTestStore() -> TestStore<Int, TallyAction, Void> {
  TestStore(update: update, state: 0, environment: ())
}
