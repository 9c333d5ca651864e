import StrataTestFindings
import StrataTesting
import Testing

/// Which calls an assertion about a probe matches.
@Suite struct ProbeMatchTests {
  @Test(arguments: [(1, "b"), (2, "a"), (2, "b")])
  func aCallWithAnotherValueIsNotTheExpectedOne(number: Int, text: String) async {
    let findings = await Findings.of(exhaustivity: .off) {
      let probe = TestProbe("save")
      probe.call(1, "a")
      await expect { probe.wasCalled(with: number, text) }
    }
    #expect(findings.kinds == [.assertion])
  }

  @Test func aCallWithMoreOrFewerValuesIsNotTheExpectedOne() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let probe = TestProbe("save")
      probe.call(1, "a")
      await expect { probe.wasCalled(with: 1) }
      await expect { probe.wasCalled(with: 1, "a", true) }
    }
    #expect(findings.kinds == [.assertion, .assertion])
  }

  @Test func theFirstCallWithEqualValuesIsMatchedAndNoOther() async {
    let findings = await Findings.of {
      let probe = TestProbe("save")
      for text in ["b", "a", "b"] { probe.call(1, text) }
      await expect { probe.wasCalled(with: 1, "a") }
      await expect { probe.wasCalled(with: 1, "b") }
    }
    #expect(findings.kinds == [.probes])
  }

  @Test func aProbeFromOutsideTakesPartOnceItIsAsserted() async {
    let probe = TestProbe("save")
    let findings = await Findings.of {
      for number in 1...2 { probe.call(number) }
      await expect { probe.wasCalled(with: 1) }
    }
    #expect(findings.kinds == [.probes])
  }
}
