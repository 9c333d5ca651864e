import StrataConcurrency
import StrataStores
import StrataTestFindings
import Testing

@testable import StrataTesting

/// A domain store that outlives its test: its initializer takes no line.
@Suite struct LivingStoreTests {
  @Test func theLineThatMakesItIsNamed() async {
    let kept = Locked<BulbStore?>(nil, rank: .leaf)
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope {
        let bulb = BulbStore()
        kept.withLock { $0 = bulb }
      }
    }
    let place = "StrataTestingTests/LivingStoreTests.swift:\(#line - 4)"
    #expect(
      findings.messages.first?.hasPrefix("The BulbStore that was made at \(place) lives on") == true
    )
    withExtendedLifetime(kept.withLock { $0.take() }) {}
  }

  /// The line of a trait may be that of the suite.
  @Test func theLineIsLookedForInTheTestThatHasTheTrait() async throws {
    let test = try #require(Test.current)
    let kept = Locked<BulbStore?>(nil, rank: .leaf)
    let findings = Findings()
    try await findings.collect {
      try await traitOfASuite.provideScope(for: test, testCase: Test.Case.current) {
        let bulb = BulbStore()
        kept.withLock { $0 = bulb }
      }
    }
    let place = "StrataTestingTests/LivingStoreTests.swift:\(#line - 4)"
    #expect(
      findings.messages.first?.hasPrefix("The BulbStore that was made at \(place) lives on") == true
    )
    withExtendedLifetime(kept.withLock { $0.take() }) {}
  }

  @Test func theOnlyLineOfABodyIsFound() {
    let lines = [
      "@Test func a() {", "  let lamp = LampStore()", "  if true { }", "}", "func b() {",
      "  LampStore()", "  MyLampStore()", "}", "func c() { LampStore() }", "func d() {",
      "  LampStore()", "  LampStore()", "}",
    ]
    #expect(SourceText.onlyLine(calling: "LampStore(", behind: 1, in: lines) == 2)
    #expect(SourceText.onlyLine(calling: "LampStore(", behind: 5, in: lines) == 6)
    #expect(SourceText.onlyLine(calling: "LampStore(", behind: 9, in: lines) == 9)
    #expect(SourceText.onlyLine(calling: "LampStore(", behind: 10, in: lines) == nil)
    #expect(SourceText.onlyLine(calling: "Other(", behind: 1, in: lines) == nil)
    let flat = ["func a() {", "LampStore()", "}"]
    #expect(SourceText.onlyLine(calling: "LampStore(", behind: 1, in: flat) == 2)
  }
}

private let traitOfASuite: SimulationTrait = .simulated()

private struct BulbState: StateContainer {
  enum State: EnumState { case off }

  var current = State.off
}

// SAFETY: nothing is added to the base class.
private final class BulbStore: StrataStores.Store<BulbState>, @unchecked Sendable {
  init() { super.init(initialState: BulbState()) }
}
