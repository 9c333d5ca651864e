import StrataConcurrency
import StrataDependencies
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Weather: DependencyKey {
  var degrees = 20

  static let liveValue = Weather()
}

extension DependencyValues {
  fileprivate var weather: Weather {
    get { self[Weather.self] }
    set { self[Weather.self] = newValue }
  }
}

private struct Window: Model {
  struct State: Equatable, Sendable {
    var isOpen = false
  }

  @ModelState private var state: State
  @ModelDependency(\.weather.degrees) var degrees

  static let lineOfAir = #line + 1
  func air() { state.isOpen = degrees > 15 }
}

/// Failures about a store speak of stores, and not of the trees of other models.
@Suite struct DialectWordsTests {
  @Test func aMissingDependencyIsOverriddenWhereTheStoreIsMade() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore<Window>(initialState: .init())
      store.model.air()
    }
    #expect(
      findings.messages == [
        "The live value of Weather is used in a test: Weather declares no testValue and nothing overrides it. "
          + "Override it in the closure of Store(initialState:) or TestStore(initialState:), or declare its testValue."
      ]
    )
    let file = "StrataOneStoreTestingTests/DialectWordsTests.swift"
    #expect(findings.places == ["\(file):\(Window.lineOfAir)"])
  }

  @Test func aPlainStoreThatLivesOnIsAStore() async {
    let kept = Locked<Store<Window>?>(nil, rank: .leaf)
    let line = #line + 2
    let findings = await Findings.of(exhaustivity: .off) {
      let store = Store<Window>(initialState: .init())
      _ = store.model
      kept.withLock { $0 = store }
    }
    let file = "StrataOneStoreTestingTests/DialectWordsTests.swift"
    #expect(
      findings.messages == [
        "The Store that was made at \(file):\(line) lives on after the test: something outside of the test keeps it, "
          + "or a closure that one of its models has. Release it in the test, and let closures capture models."
      ]
    )
    _ = kept.withLock { $0.take() }
  }

  @Test func aModelThatIsLeftInMemoryIsOfAStore() async {
    let kept = Locked<Window?>(nil, rank: .leaf)
    let line = #line + 2
    let findings = await Findings.of(exhaustivity: .off) {
      let store = Store<Window>(initialState: .init())
      let model = store.model
      kept.withLock { $0 = model }
    }
    let file = "StrataOneStoreTestingTests/DialectWordsTests.swift"
    #expect(findings.kinds == [.lifetime])
    #expect(
      findings.messages.first?.contains("Window, of the store made at \(file):\(line)") == true
    )
    _ = kept.withLock { $0.take() }
  }
}
