import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Lamp: Model {
  struct State: Equatable, Sendable {
    var isLit = false
    var handler = Handler.deactivation
  }

  enum Handler: Sendable { case deactivation, cancellation }

  enum Event: Equatable, Sendable { case off, toggled }

  @ModelState private var state: State

  func onActivate() {
    switch state.handler {
    case .deactivation: onDeactivate { send(.off) }
    case .cancellation: onCancel { send(.off) }
    }
  }

  func toggle() { send(.toggled) }
}

/// Events that the last handlers of a store's models send, after the last line of the test.
@Suite struct LastHandlerEventTests {
  private static let states = [Lamp.State(), Lamp.State(handler: .cancellation)]

  @Test func anEventOfTheLastHandlerIsFound() async {
    for state in Self.states {
      let findings = await Findings.of {
        let store = TestStore<Lamp>(initialState: state)
        _ = store.model
      }
      #expect(findings.kinds == [.events])
      #expect(findings.messages.first?.contains(".off from the Lamp") == true)
    }
  }

  @Test func aPlainStoreFindsTheSame() async {
    let findings = await Findings.of {
      let store = Store<Lamp>(initialState: .init())
      _ = store.model
    }
    #expect(findings.kinds == [.events])
  }

  @Test func anEventOfTheLastHandlerNeedsNoReceiptIfEventsAreNotAsked() async {
    for state in Self.states {
      for exhaustivity in [Exhaustivity.off, .full.removing(.events)] {
        let findings = await Findings.of(exhaustivity: exhaustivity) {
          let store = TestStore<Lamp>(initialState: state)
          _ = store.model
        }
        #expect(findings.messages == [])
        let ofTheStore = await Findings.of {
          let store = TestStore<Lamp>(initialState: state, exhaustivity: exhaustivity)
          _ = store.model
        }
        #expect(ofTheStore.messages == [])
      }
    }
  }

  @Test func outsideOfScopesTheSameIsFound() async {
    let findings = Findings()
    await findings.collect {
      let store = TestStore<Lamp>(initialState: .init())
      _ = store.model
    }
    #expect(findings.kinds == [.events])
  }

  @Test func anEventBeforeAFailureKeepsNoModelInMemory() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      await $lamp.isLit.assert(true)
      await expect(false)
    }
    #expect(Set(findings.kinds) == [.state, .assertion])
  }

  @Test func eachEventIsReportedOnce() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
    }
    #expect(findings.kinds == [.events, .events])
    #expect(findings.messages.first?.contains(".off") == false)
    #expect(findings.messages.last?.contains(".toggled") == false)
  }
}
