import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

extension LocalKeys {
  fileprivate var isExpanded: LocalStorage<Bool> { .init(defaultValue: false) }
}

extension EnvironmentKeys {
  fileprivate var theme: EnvironmentStorage<String> { .init(defaultValue: "light") }
}

extension PreferenceKeys {
  fileprivate var total: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

/// Local values, the environment and preferences have to be asserted as properties have.
@Suite struct KeyedStateTests {
  @Test func whatNobodyReadIsNamedByItsCategory() async {
    let findings = await Findings.of {
      let (board, _) = Board(counters: [Counter()]).andTester()
      board.node.local.isExpanded = true
      board.node.environment.theme = "dark"
      board.counters[0].node.preference.total = 3
    }
    #expect(findings.kinds == [.local, .environment, .preference])
    #expect(
      findings.messages == [
        """
        Local values not exhausted: 1 value changed and no assertion that is met has read it. What #expect or XCTAssert reads does not count.

          board.node.local.isExpanded: nil → true

        This line would pass:
          board.node.local.isExpanded == true
        """,
        """
        Environment not exhausted: 1 value changed and no assertion that is met has read it. What #expect or XCTAssert reads does not count.

          board.node.environment.theme: nil → "dark"

        This line would pass:
          board.node.environment.theme == "dark"
        """,
        """
        Preferences not exhausted: 1 value changed and no assertion that is met has read it. What #expect or XCTAssert reads does not count.

          board.counters[0].node.preference.total: nil → 3

        This line would pass:
          [board.counters[0].node.preference.total].count == 1
        """,
      ]
    )
  }

  @Test func aReadBelowOrAboveCounts() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter()]).andTester()
      board.node.local.isExpanded = true
      board.node.environment.theme = "dark"
      board.counters[0].node.preference.total = 3
      board.counters[1].node.preference.total = 4
      await tester.assert {
        board.node.local.isExpanded == true
        board.counters[1].node.environment.theme == "dark"
        board.node.preference.total == 7
      }
    }
    #expect(findings.messages == [])
  }

  @Test func eachCategoryCanBeLeftOut() async {
    let test: @Sendable (Exhaustivity) async -> [TestFailure.Kind] = { exhaustivity in
      await Findings.of(exhaustivity: exhaustivity) {
        let (board, _) = Board().andTester()
        board.announced = [1]
        board.node.local.isExpanded = true
        board.node.environment.theme = "dark"
        board.node.preference.total = 3
      }.kinds
    }
    #expect(await test(.full) == [.state, .local, .environment, .preference])
    #expect(await test(.full.removing([.local, .preference])) == [.state, .environment])
    #expect(await test(.off.adding(.local)) == [.local])
    #expect(await test([.environment, .preference]) == [.environment, .preference])
    #expect(await test(.off) == [])
  }

  @Test func aPartOfTheTreeCanBeLeftOut() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter()]).andTester()
      tester.setExhaustivity(.off, below: board.counters[0])
      board.counters[0].node.local.isExpanded = true
      board.counters[1].node.local.isExpanded = true
    }
    #expect(findings.kinds == [.local])
    #expect(findings.messages.allSatisfy { $0.contains("  board.counters[1].node.local.isExp") })
  }

  @Test func writesOfLocalValuesAreMatchedOneByOne() async {
    let findings = await Findings.of(exhaustivity: .full.adding(.transitions)) {
      let (board, tester) = Board().andTester()
      board.node.local.isExpanded = true
      board.node.removeLocal(\.isExpanded)
      board.node.environment.theme = "dark"
      board.node.environment.theme = "pink"
      await tester.assert {
        board.node.local.isExpanded == true
        board.node.environment.theme == "dark"
      }
      await tester.assert {
        board.node.local.isExpanded == false
        board.node.environment.theme == "pink"
      }
    }
    #expect(findings.messages == [])
  }

  @Test func whatAnActivationWritesIsPartOfTheFirstState() async {
    let findings = await Findings.of {
      let (opened, tester) = Opened().andTester()
      await tester.assert(opened.node.local.isExpanded == true)
      _ = Opened().andTester()
    }
    #expect(findings.messages == [])
  }

  @Test func aLocalValueThatIsItsDefaultAgainNeedsNoAssertion() async {
    let findings = await Findings.of {
      let (board, _) = Board().andTester()
      board.node.local.isExpanded = true
      board.node.local.isExpanded = false
    }
    #expect(findings.messages == [])
  }

  @Test func settlingForgetsSomeOfThem() async {
    let findings = await Findings.of {
      let (board, tester) = Board().andTester()
      board.node.local.isExpanded = true
      board.node.environment.theme = "dark"
      await tester.settle(resetting: .local)
    }
    #expect(findings.kinds == [.environment])
  }
}

/// A model that writes a local value while it is activated.
private struct Opened: Model {
  static let modelLayout = ModelLayout<Opened>("Opened") { _ in }
  var modelNode = ModelNode<Opened>()

  func onActivate() { node.local.isExpanded = true }
}
