import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Sections of a test that demand less: their omissions need not be asserted, and can be.
@Suite struct ExhaustivityPartTests {
  @Test(.simulated()) func anEventOfAPartThatAsksForNothingCanBeAssertedLater() async {
    let counter = Counter(count: 1).withAnchor()
    await withExhaustivity(.off) { counter.announce() }
    await expect { counter.didSend(.reached(1)) }
  }

  @Test(.simulated()) func aCallOfAPartThatAsksForNothingCanBeAssertedLater() async {
    let probe = TestProbe("probe")
    let counter = Counter(onFact: probe.call).withAnchor()
    await withExhaustivity(.off) { counter.onFact(1, "one") }
    await expect { probe.wasCalled(with: 1, "one") }
  }

  @Test(.simulated()) func whatHasToBeAssertedIsClaimedFirst() async {
    let probe = TestProbe("probe")
    let counter = Counter(count: 1, onFact: probe.call).withAnchor()
    await withExhaustivity(.off) {
      counter.announce()
      counter.onFact(1, "one")
    }
    counter.announce()
    counter.onFact(1, "one")
    await expect {
      counter.didSend(.reached(1))
      probe.wasCalled(with: 1, "one")
    }
  }

  @Test(.simulated()) func nothingOfThePartHasToBeAsserted() async {
    let probe = TestProbe("probe")
    let counter = Counter(count: 1, onFact: probe.call).withAnchor()
    await withExhaustivity(.off) {
      counter.announce()
      counter.onFact(1, "one")
      counter.increment()
    }
    await expect(counter.fact == nil)
  }

  @Test(arguments: [false, true])
  func aTreeThatAsksForNoEventsDoesSoAlsoAfterItsEnd(asks: Bool) async {
    let findings = await Findings.of {
      let (board, tester) = Board().andTester()
      do {
        let part = Board(counters: [Counter(count: 1)]).withAnchor()
        let asked = Exhaustivity.full.removing(.state)
        tester.setExhaustivity(asks ? asked : asked.removing(.events), below: part)
        part.counters[0].announce()
      }
      withExtendedLifetime(board) {}
    }
    #expect(findings.kinds == (asks ? [.events] : []))
  }

  @Test func whatHappenedBeforeThePartIsStillAskedFor() async {
    let findings = await Findings.of {
      let probe = TestProbe("probe")
      let counter = Counter(count: 1, onFact: probe.call).withAnchor()
      counter.increment()
      counter.announce()
      counter.onFact(1, "one")
      await withExhaustivity(.off) {
        counter.fact = "two"
        await expect(counter.fact == "two")
      }
      await expect(counter.isLoading == false)
    }
    #expect(findings.kinds == [.state, .events, .probes])
    #expect(findings.messages.first?.contains("counter.count: 1 → 2") == true)
  }

  @Test func aPartThatAsksForMoreIsAskedAtItsEnd() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let counter = Counter(count: 1).withAnchor()
      await withExhaustivity(.full) { counter.increment() }
      counter.announce()
    }
    #expect(findings.kinds == [.state])
  }
}
