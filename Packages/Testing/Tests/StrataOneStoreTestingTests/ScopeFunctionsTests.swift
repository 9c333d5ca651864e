import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Lamp: Model {
  struct State: Equatable, Sendable {
    var isLit = false
    var level = 0
  }

  enum Event: Equatable, Sendable {
    case toggled
  }

  @ModelState private var state: State

  func toggle() {
    state.isLit.toggle()
    send(.toggled)
  }
  func dim(_ level: Int) { state.level = level }
  func ring() { send(.toggled) }
}

/// The functions of a scope hold for what a `TestStore` notes.
@Suite struct ScopeFunctionsTests {
  @Test func settleForgetsStatesAndEvents() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
      await settle()
    }
    #expect(findings.messages == [])
  }

  @Test func statesThatNeedNoAssertionAreShownIfTheTestAsksForThem() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore<Lamp>(initialState: .init())
      store.showSkippedAssertions = true
      store.model.dim(3)
    }
    #expect(findings.kinds == [.state])
    #expect(findings.all.map(\.isSkipped) == [true])
  }

  @Test func settleForgetsTheGivenKindsAlone() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
      await settle(resetting: .events)
    }
    #expect(findings.kinds == [.state])
  }

  @Test func anAssertionAfterSettleBeginsWithThePresentState() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      await settle()
      lamp.dim(3)
      await $lamp.level.assert(3)
    }
    #expect(findings.messages == [])
  }

  @Test func aSectionWithoutDemandsNeedsNoAssertions() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      await withExhaustivity(.off) { store.model.toggle() }
    }
    #expect(findings.messages == [])
  }

  @Test func anEventOfASectionCanBeReceivedAfterIt() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      await withExhaustivity(.off) { lamp.toggle() }
      await $lamp.receive(.toggled)
    }
    #expect(findings.messages == [])
  }

  @Test func aSectionDoesNotHideEarlierOmissions() async {
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
      await withExhaustivity(.off) { store.model.dim(3) }
    }
    #expect(findings.kinds == [.state, .events])
    #expect(findings.messages.first?.contains("{ $0.isLit = true }") == true)
  }

  @Test func anAssertionAfterASectionAssertsAnEarlierChange() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.events)) {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      await withExhaustivity([]) { lamp.dim(3) }
      await $lamp.isLit.assert(true)
      lamp.dim(4)
      await $lamp.level.assert(4)
    }
    #expect(findings.messages == [])
  }

  @Test func anAssertionAfterASectionAssertsAnEarlierStateThatTheSectionHasLeft() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.events)) {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      await withExhaustivity([]) { lamp.toggle() }
      await $lamp.isLit.assert(true)
    }
    #expect(findings.messages == [])
  }

  @Test func anAssertionAfterASectionNeedsAStateThatTheStoreHasHad() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.events)) {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      await withExhaustivity([]) { lamp.dim(3) }
      await $lamp.level.assert(7)
    }
    #expect(findings.lines.first == UInt(#line - 2))
    #expect(findings.messages.first?.contains("level: 7") == true, "\(findings.messages)")
  }

  @Test func aSectionThatDemandsStatesFailsAtItsLine() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
      await withExhaustivity(.state) { store.model.dim(3) }
    }
    #expect(findings.kinds == [.state])
    #expect(findings.lines == [UInt(#line - 3)])
    #expect(findings.messages.first?.contains("at the end of this part of the test") == true)
    #expect(findings.messages.first?.contains("{ $0.level = 3 }") == true)
  }
}

/// A `TestStore` that is used in a later test.
@Suite struct EndedTestStoreTests {
  private typealias Kept = Locked<TestStore<Lamp>?>

  /// A store whose test has ended.
  private func endedStore() async -> TestStore<Lamp>? {
    let kept = Kept(nil, rank: .leaf)
    _ = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      kept.withLock { $0 = store }
    }
    return kept.withLock { $0 }
  }

  private func expectOver(_ findings: Findings) {
    #expect(
      findings.messages.allSatisfy { $0.hasPrefix("The test in which this TestStore was made, at") }
    )
  }

  @Test func aChangeIsReportedAtTheLineThatAsksForTheModel() async {
    let kept = await endedStore()
    let findings = await Findings.of {
      kept?.model.dim(5)
    }
    #expect(findings.kinds == [.misuse])
    expectOver(findings)
    #expect(findings.places.first?.hasSuffix(":\(#line - 4)") == true)
  }

  @Test func aChangeByAModelOfBeforeIsReported() async {
    let kept = await endedStore()
    let models = Locked<Lamp?>(nil, rank: .leaf)
    _ = await Findings.of {
      let lamp = kept?.model
      models.withLock { $0 = lamp }
    }
    let findings = await Findings.of {
      models.withLock { $0 }?.dim(5)
    }
    #expect(findings.kinds == [.misuse])
    expectOver(findings)
  }

  @Test func anEventOfAModelOfBeforeIsReported() async {
    let kept = await endedStore()
    let models = Locked<Lamp?>(nil, rank: .leaf)
    _ = await Findings.of {
      let lamp = kept?.model
      models.withLock { $0 = lamp }
    }
    let findings = await Findings.of {
      models.withLock { $0 }?.ring()
    }
    #expect(findings.kinds == [.misuse])
    expectOver(findings)
  }

  @Test func anAssertionIsReportedAtItsLine() async {
    let kept = await endedStore()
    let findings = await Findings.of {
      guard let kept else { return }
      @TestModel var lamp = kept.model
      await $lamp.level.assert(0)
      await $lamp.receive(.toggled)
    }
    #expect(findings.kinds == [.misuse, .misuse, .misuse])
    expectOver(findings)
    #expect(findings.lines.suffix(2) == [UInt(#line - 5), UInt(#line - 4)])
  }

  @Test func severalUsesAreReportedOnceForEachTest() async {
    let kept = await endedStore()
    for _ in 0..<2 {
      let findings = await Findings.of {
        kept?.model.toggle()
        kept?.model.dim(5)
      }
      #expect(findings.kinds == [.misuse])
    }
  }
}
