import StrataModels
import StrataModelsTesting
import Testing

// There is no import of the module below, although it declares most of the functions here.

@Suite(.simulated) struct OneImportTests {
  @Test func aSuiteNeedsNoParentheses() async {
    let counter = Counter().withAnchor()
    counter.increment()
    await expect { counter.count == 1 }
  }

  @Test(.simulated(exhaustivity: .full.removing(.state))) func aTraitTakesArguments() {
    Counter().withAnchor().increment()
  }

  @Test(.simulated) func aTestNeedsNoParentheses() async throws {
    let counter = Counter().withAnchor()
    let probe = TestProbe("probe")
    counter.load()
    probe(1)
    await expect {
      probe.wasCalled(with: 1)
      counter.isLoading
    }
    await settle { counter.fact != nil }
    let fact = try await require(counter.fact)
    #expect(fact == "0 is a good number.")
  }

  @Test(.modelTesting) func soDoesTheOtherName() async {
    await withExhaustivity(.off) { Counter().withAnchor().increment() }
  }
}
