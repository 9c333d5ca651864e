import StrataTestFindings
import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

/// The functions of a scope hold for the actions that a `TestStore` notes.
@Suite struct ScopeFunctionsTests {
  private func makeStore() -> TestStore<Search, SearchAction, SearchEnvironment> {
    TestStore(update: Search.update, state: Search(), environment: SearchEnvironment())
  }

  @Test func settleForgetsActions() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await settle()
      await store.send(.found(["a"])) { $0.results = ["a"] }
    }
    #expect(findings.messages == [])
  }

  @Test func settleOfOtherKindsForgetsNoAction() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await settle(resetting: .state)
    }
    #expect(findings.kinds == [.events])
  }

  @Test func aSectionWithoutDemandsNeedsNoReceive() async {
    let findings = await Findings.of {
      let store = makeStore()
      await withExhaustivity(.off) { await store.send(.clear) }
      await store.send(.found(["a"])) { $0.results = ["a"] }
    }
    #expect(findings.messages == [])
  }

  @Test func anActionOfASectionCanBeReceivedAfterIt() async {
    let findings = await Findings.of {
      let store = makeStore()
      await withExhaustivity(.off) { await store.send(.clear) }
      await store.receive(.found([]))
    }
    #expect(findings.messages == [])
  }

  @Test func aSectionDoesNotHideEarlierActions() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await withExhaustivity(.off) {}
    }
    #expect(findings.kinds == [.events])
  }
}
