import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

/// Each kind of failure, word for word.
@Suite struct FailureTests {
  @Test func aComparisonSaysHowItsSidesDiffer() async {
    let line = Locked<UInt>(0, rank: .leaf)
    let findings = await Findings.of {
      let (counter, tester) = Counter(count: 2).andTester()
      await tester.assert {
        counter.fact == nil
        counter.count == 1
      }
      line.withLock { $0 = #line - 2 }
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. The sides differ (- right, + left):

        - 1
        + 2

        This would pass: … == 2

        It read:
          counter.count: 2

        No task of the tree is running.
        """
      ]
    )
    #expect(findings.kinds == [.assertion])
    #expect(findings.lines == [line.withLock { $0 }])
  }

  @Test func aSingleComparisonDoesSoToo() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter(count: 2).andTester()
      await tester.assert(counter.count == 1)
      await tester.assert(counter.fact == "x")
    }
    #expect(findings.messages.allSatisfy { $0.contains("The sides differ (- right, + left)") })
    #expect(findings.all.count == 2)
  }

  @Test func anExpressionSaysWhatItRead() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter(count: 3)]).andTester()
      await tester.assert(board.counters[1].count > 3)
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. The expression is false.

        It read:
          board.counters[1].count: 3

        Still running:
          board: announcements @ StrataModelsTestingTests/Fixtures.swift:96

        Nothing can run any more. If a task waits for something outside of the simulation, register \
        that with registerOutsideOperation(_:).
        """
      ]
    )
  }

  @Test func stateThatNobodyReadIsNamedWithTheLineThatWouldPass() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.fact = "!"
      await tester.assert(counter.count == 1)
    }
    #expect(
      findings.messages == [
        """
        State not exhausted: 1 property changed and no assertion that is met has read it.

          counter.fact: nil → "!"

        This line would pass:
          counter.fact == "!"
        """
      ]
    )
    #expect(findings.kinds == [.state])
  }
}
