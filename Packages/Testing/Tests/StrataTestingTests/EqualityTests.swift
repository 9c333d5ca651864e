import StrataStores
import StrataTestFindings
import StrataTesting
import StrataUpdates
import Testing

/// A comparison in an assertion of a store: it shows how the sides differ.
@Suite struct EqualityTests {
  @Test func statesOfADomainStoreShowTheirDifference() async {
    let findings = await Findings.of {
      let dial = DialStore()
      dial.turn(to: 4)
      await expect { dial.state == DialState(level: 3) }
      withExtendedLifetime(dial) {}
    }
    #expect(findings.kinds == [.assertion])
    let text = findings.messages.first ?? ""
    #expect(text.contains("The sides differ (- right, + left):"))
    #expect(text.contains("-   level: 3\n+   level: 4"))
  }

  @Test func oneComparisonShowsItsDifference() async {
    let findings = await Findings.of {
      let store = Store(update: sum, state: 0, environment: ())
      store.send(3)
      await expect(store.state == 2)
      withExtendedLifetime(store) {}
    }
    #expect(findings.messages.first?.contains("This right side would pass: 3") == true)
  }
}

@Sendable
private func sum(_ state: Int, _ action: Int, _: Void) -> StrataUpdates.Update<Int, Int> {
  Update(state: state + action)
}

private struct DialState: StateContainer {
  enum State: EnumState { case on }

  var current = State.on
  var level = 0
}

// SAFETY: nothing is added to the base class.
private final class DialStore: StrataStores.Store<DialState>, @unchecked Sendable {
  init() { super.init(initialState: DialState()) }

  func turn(to level: Int) { state.update { $0.level = level } }
}
