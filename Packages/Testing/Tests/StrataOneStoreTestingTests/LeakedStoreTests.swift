import Foundation
import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Lamp: Model {
  struct State: Equatable, Sendable {
    var isLit = false
  }

  enum Event: Equatable, Sendable {
    case toggled
  }

  @ModelState private var state: State

  func toggle() {
    state.isLit.toggle()
    send(.toggled)
  }
  func glow() { task { try? await Task.sleep(for: .seconds(60)) } }
}

/// Stores that a test retains after its end, or releases before.
@Suite struct LeakedStoreTests {
  private typealias Kept = Locked<TestStore<Lamp>?>

  private static let forever = Kept(nil, rank: .leaf)
  private static let lineOfLeak = #line + 3

  private static func leak() {
    let store = TestStore<Lamp>(initialState: .init())
    store.model.toggle()
    store.model.glow()
    forever.withLock { $0 = store }
  }

  @Test func aScopeChecksAStoreThatOutlivesIt() async {
    let kept = Kept(nil, rank: .leaf)
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      kept.withLock { $0 = store }
      store.model.toggle()
      store.model.glow()
    }
    #expect(Set(findings.kinds) == [.state, .events, .tasks])
    _ = kept.withLock { $0.take() }
  }

  @Test func aScopeNamesTheStoreThatOutlivesIt() async {
    let kept = Kept(nil, rank: .leaf)
    let findings = await Findings.of {
      let store = TestStore<Lamp>(initialState: .init())
      kept.withLock { $0 = store }
    }
    #expect(findings.kinds == [.lifetime])
    #expect(findings.messages.first?.hasPrefix("The store of TestStore<Lamp> lives on") == true)
    _ = kept.withLock { $0.take() }
  }

  @Test func aStoreOfAPlainTestThatOutlivesItIsCheckedWhenTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE),
      observing: [\.standardErrorContent]
    ) {
      Self.leak()
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("LeakedStoreTests.swift:\(Self.lineOfLeak): State not exhausted"))
    #expect(text.contains("Events not exhausted"))
    #expect(text.contains("Tasks not exhausted"))
    #expect(text.contains("Tests have ended before these testers"))
  }

  @Test func aStoreOfAPlainTestThatIsReleasedIsNotCheckedAgain() async {
    await #expect(processExitsWith: .success) {
      let store = TestStore<Lamp>(initialState: .init())
      withExtendedLifetime(store) {}
    }
  }

  @Test(.simulated()) func aScopeRetainsTheTesterOfAModelAlone() async {
    @TestModel var lamp = TestStore<Lamp>(initialState: .init()).model
    lamp.toggle()
    await $lamp.isLit.assert(true)
    await $lamp.receive(.toggled)
  }

  @Test func anAssertionAfterTheReleaseSaysSo() async {
    let findings = Findings()
    await findings.collect {
      @TestModel var lamp = TestStore<Lamp>(initialState: .init()).model
      await $lamp.isLit.assert(true)
      await $lamp.receive(.toggled)
    }
    #expect(findings.kinds == [.misuse, .misuse])
    #expect(findings.messages.allSatisfy { $0.hasPrefix("The TestStore was released before") })
    #expect(findings.lines == [UInt(#line - 5), UInt(#line - 4)])
  }

  @Test func aChangeAfterTheReleaseIsReported() async {
    let findings = Findings()
    await findings.collect {
      @TestModel var lamp = TestStore<Lamp>(initialState: .init()).model
      lamp.toggle()
    }
    #expect(findings.kinds.contains(.misuse))
  }

  // The contract compares states: those in between are skipped, at the end as in an assertion.
  @Test func aStateThatIsLeftAgainNeedsNoAssertion() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.events)) {
      let store = TestStore<Lamp>(initialState: .init())
      store.model.toggle()
      store.model.toggle()
    }
    #expect(findings.messages == [])
  }

  @Test func aStateThatIsLeftAgainCanBeAsserted() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.events)) {
      let store = TestStore<Lamp>(initialState: .init())
      @TestModel var lamp = store.model
      lamp.toggle()
      lamp.toggle()
      await $lamp.isLit.assert(true)
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasPrefix("State not exhausted") == true)
  }
}
