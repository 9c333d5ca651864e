import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Tests in which each write has to be asserted.
@Suite struct TransitionsTests {
  private let all = Exhaustivity.full.adding(.transitions)

  @Test func eachWriteIsMatchedInOrder() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      counter.count = 0
      await tester.assert(counter.count == 1)
      await tester.assert(counter.count == 2)
      #expect(counter.count == 0)
      await tester.assert(counter.count == 0)
      await tester.assert(counter.count == 0)
    }
    #expect(findings.messages == [])
  }

  @Test func withoutItAnAssertionSeesTheLastValueAlone() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      await tester.assert(counter.count == 2)
    }
    #expect(findings.messages == [])
  }

  @Test func aValueThatIsPassedOverFailsWithThoseThatWait() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      await tester.assert(counter.count == 2)
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. The sides differ (- right, + left):

        - 2
        + 1

        This right side would pass: 1

        It read:
          counter.count: 1

        Each write has to be asserted, in order. Written and not asserted yet:
          counter.count: 1, 2

        No task of the tree is running.
        """
      ]
    )
  }

  @Test func whatIsLeftAtTheEndIsNamedInTheOrderOfTheWrites() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.fact = "a"
      counter.increment()
      counter.fact = nil
      await tester.assert {
        counter.count == 1
        counter.fact == "a"
      }
    }
    #expect(findings.kinds == [.transitions])
    #expect(
      findings.messages == [
        """
        Transitions not exhausted: 2 writes of 2 properties were not asserted.

          counter.count: 1 → 2
          counter.fact: "a" → nil

        These lines, each in an assertion of its own, would pass:
          counter.count == 2
          counter.fact == nil
        """
      ]
    )
  }

  @Test func aChangeBackToWhatItWasIsNoneOfStateButTwoWrites() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, _) = Counter().andTester()
      counter.isLoading = true
      counter.isLoading = false
    }
    #expect(
      findings.messages == [
        """
        Transitions not exhausted: 2 writes of 1 property were not asserted.

          counter.isLoading: false → true
          counter.isLoading: true → false

        These lines, each in an assertion of its own, would pass:
          counter.isLoading == true
          counter.isLoading == false
        """
      ]
    )
  }

  @Test func aTransactionIsOneWriteOfEachProperty() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.node.transaction {
        counter.increment()
        counter.increment()
        counter.fact = "two"
      }
      counter.increment()
      await tester.assert {
        counter.count == 2
        counter.fact == "two"
      }
      await tester.assert(counter.count == 3)
    }
    #expect(findings.messages == [])
  }

  @Test func whatTasksWriteIsSeenToo() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter(count: 2).andTester()
      counter.load()
      await tester.assert(counter.isLoading)
      await tester.assert {
        counter.fact == "2 is a good number."
        counter.isLoading == false
      }
    }
    #expect(findings.messages == [])
  }

  @Test func childrenThatComeAndGoAreWritesOfTheirProperty() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (board, tester) = Board().andTester()
      board.counters.append(Counter())
      board.counters.append(Counter(count: 2))
      await tester.assert(board.counters.count == 1)
      await tester.assert(board.counters.count == 2)
      board.counters.removeAll()
      board.counters.append(Counter(count: 3))
      await tester.assert(board.counters.isEmpty)
    }
    #expect(
      findings.messages == [
        """
        Transitions not exhausted: 1 write of 1 property was not asserted.

          board.counters: Counter came

        This line would pass:
          board.counters.count == 1
        """
      ]
    )
  }

  @Test func aPartOfTheTreeCanBeAskedForItAlone() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter()]).andTester()
      tester.setExhaustivity(.full.adding(.transitions), below: board.counters[0])
      for _ in 0..<2 {
        board.counters[0].increment()
        board.counters[1].increment()
      }
      await tester.assert {
        board.counters[0].count == 1
        board.counters[1].count == 2
      }
      await tester.assert(board.counters[0].count == 2)
    }
    #expect(findings.messages == [])
  }

  @Test func aPartOfTheTestCanAskForIt() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      await tester.assert(counter.count == 2)
      await withExhaustivity(all) {
        counter.increment()
        counter.increment()
        await tester.assert(counter.count == 3)
      }
    }
    #expect(findings.kinds == [.transitions])
  }

  @Test func aWriteBeforeAPartThatAsksForItIsAssertedAsState() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      await withExhaustivity(all) { await tester.assert(counter.count == 2) }
    }
    #expect(findings.messages == [])
  }

  @Test func settlingForgetsThem() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.increment()
      await tester.settle()
      await tester.assert(counter.count == 2)
    }
    #expect(findings.messages == [])
  }

  @Test func aTreeThatEndsBeforeTheTestIsLookedAtToo() async {
    let findings = await Findings.of(exhaustivity: [.transitions]) {
      let counter = Counter().withAnchor()
      counter.increment()
      counter.increment()
      await expect(counter.count == 1)
    }
    #expect(findings.kinds == [.transitions])
  }

  // The order of the writes is that of `load()` in one task: loading, fact, not loading.
  @Test func writesOfSeveralPropertiesAreMatchedInOneOrder() async {
    let orders: [[@Sendable (Counter) -> Bool]] = [
      [{ $0.isLoading }, { $0.fact == "x" }, { !$0.isLoading }],
      [{ $0.isLoading }, { !$0.isLoading }, { $0.fact == "x" }],
      [{ $0.fact == "x" }, { $0.isLoading }, { !$0.isLoading }],
      [{ $0.isLoading && $0.fact == nil }, { $0.isLoading && $0.fact == "x" }, { !$0.isLoading }],
      [{ $0.isLoading && $0.fact == nil }, { !$0.isLoading && $0.fact == "x" }],
    ]
    for (number, order) in orders.enumerated() {
      let findings = await Findings.of(exhaustivity: all) {
        let counter = Counter().withAnchor()
        counter.node.task {
          counter.isLoading = true
          await Task.yield()
          counter.fact = "x"
          counter.isLoading = false
        }
        for predicate in order { await expect(predicate(counter)) }
      }
      #expect(findings.messages == [], "order \(number)")
    }
  }

  @Test func anAssertionSeesNoMixtureOfMoments() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (counter, tester) = Counter().andTester()
      counter.count = 1
      counter.fact = "a"
      counter.count = 2
      await tester.assert(counter.count == 1)
      await tester.assert {
        counter.count == 2
        counter.fact == nil
      }
    }
    #expect(findings.kinds == [.assertion])
  }

  @Test func writesInSeveralTreesHaveOneOrder() async {
    let findings = await Findings.of(exhaustivity: all) {
      let (one, other) = (Counter().withAnchor(), Counter().withAnchor())
      one.count = 1
      other.count = 1
      one.count = 2
      await expect {
        one.count == 1
        other.count == 0
      }
      await expect {
        one.count == 2
        other.count == 1
      }
    }
    #expect(findings.messages == [])
  }

  @Test func withoutDemandsOfStateOnlyTheEndIsLookedAt() async {
    let findings = await Findings.of(exhaustivity: [.transitions]) {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.fact = "a"
      await tester.assert(counter.count == 1)
      await tester.assert(counter.fact == "a")
    }
    #expect(findings.messages == [])
  }
}
