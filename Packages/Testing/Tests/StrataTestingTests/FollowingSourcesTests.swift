import StrataSources
import StrataTestFindings
import StrataTesting
import Testing

/// Sources that follow others of the test: their changes are those of their sources.
@Suite struct FollowingSourcesTests {
  @Test func aChangeBehindAnOperatorIsOneOfItsSourceAlone() async {
    let findings = await Findings.of {
      let numbers = MutableSource(1).eraseToSource()
      let doubled = numbers.map { $0.value * 2 }
      await expect(doubled.model == 2)
      numbers.model.set(2)
      withExtendedLifetime(doubled) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("1 property changed") == true)
    #expect(findings.messages.first?.contains("mutableSource.model") == true)
  }

  @Test func anOperatorOnASourceOutsideOfTheTestHasChangesOfItsOwn() async {
    let numbers = MutableSource(1).eraseToSource()
    let findings = await Findings.of {
      let doubled = numbers.map { $0.value * 2 }
      await expect(doubled.model == 2)
      numbers.model.set(2)
      withExtendedLifetime(doubled) {}
    }
    #expect(findings.kinds == [.state])
  }

  /// An operator has no earlier values, so its present one stands for all writes of its source.
  @Test func aReadOfAnOperatorAssertsEachWriteOfItsSource() async {
    let findings = await Findings.of(exhaustivity: .full.adding(.transitions)) {
      let numbers = MutableSource(1).eraseToSource()
      let doubled = numbers.map { $0.value * 2 }
      await expect(doubled.model == 2)
      numbers.model.set(2)
      numbers.model.set(3)
      await expect(doubled.model == 6)
    }
    #expect(findings.messages == [])
  }
}
