import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
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

        This right side would pass: 2

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
        State not exhausted: 1 property changed and no assertion that is met has read it. What #expect or XCTAssert reads does not count.

          counter.fact: nil → "!"

        This line would pass:
          counter.fact == "!"
        """
      ]
    )
    #expect(findings.kinds == [.state])
  }

  @Test func childrenThatCameAndWentAreNamed() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter()]).andTester()
      board.counters.removeFirst()
      board.chosen = Counter()
      await tester.settle(resetting: .off)
      await tester.assert(board.announced == [])
    }
    #expect(
      findings.messages == [
        """
        State not exhausted: 2 properties changed and no assertion that is met has read them. What #expect or XCTAssert reads does not count.

          board.counters: Counter went
          board.chosen: Counter came

        These lines would pass:
          board.counters.count == 1
          board.chosen != nil
        """
      ]
    )
  }

  @Test func linesForWhatCannotBeComparedCompile() async {
    let findings = await Findings.of {
      let (holder, _) = Holder().andTester()
      holder.plain = Holder.Plain(text: "b")
      holder.perhaps = Holder.Plain(text: "c")
      holder.several = [Holder.Plain(text: "d")]
    }
    #expect(
      findings.messages.first?.hasSuffix(
        """
        These lines would pass:
          holder.plain.text == "b"
          holder.perhaps != nil
          holder.several.count == 1
        """
      ) == true
    )
    let others = await Findings.of {
      let (holder, tester) = Holder().andTester()
      holder.plain = Holder.Plain(text: "b")
      holder.perhaps = Holder.Plain(text: "c")
      holder.several = [Holder.Plain(text: "d")]
      await tester.assert {
        holder.plain.text == "b"
        holder.perhaps != nil
        holder.several.count == 1
      }
    }
    #expect(others.messages == [])
  }

  @Test func whatChangedIsToldWithWhatLedToIt() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter(count: 2).andTester()
      counter.load()
      await tester.assert {
        counter.fact != nil
        counter.count == 2
      }
    }
    // `isLoading` has its first value again, so there is nothing to report.
    #expect(findings.messages == [])
    let others = await Findings.of {
      let (counter, _) = Counter(count: 2).andTester()
      counter.load()
      try await SimulatedExecutor.current?.clock.sleep(for: .seconds(1))
    }
    #expect(
      others.messages == [
        """
        State not exhausted: 1 property changed and no assertion that is met has read it. What #expect or XCTAssert reads does not count.

          counter.fact: nil → "2 is a good number."
            because of task "load" at StrataModelsTestingTests/Fixtures.swift:53

        This line would pass:
          counter.fact == "2 is a good number."
        """
      ]
    )
  }

  @Test func eventsThatNobodyAssertedAreNamed() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(count: 3)]).andTester()
      board.counters[0].announce()
      await tester.assert(board.announced == [3])
      board.counters[0].node.send(.cleared)
    }
    #expect(
      findings.messages == [
        """
        Events not exhausted: 2 events were sent and not asserted.

          board.counters[0]: .reached(3), sent at StrataModelsTestingTests/Fixtures.swift:48
          board.counters[0]: .cleared, sent at StrataModelsTestingTests/FailureTests.swift:187

        These lines would pass:
          board.counters[0].didSend(.reached(3))
          board.counters[0].didSend(.cleared)
        """
      ]
    )
    #expect(findings.kinds == [.events])
  }

  @Test func anEventThatWasNotSentIsNamedWithThoseThatWere() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let (counter, tester) = Counter(count: 3).andTester()
      await tester.assert { counter.didSend(.cleared) }
      counter.announce()
      await tester.assert { counter.didSend(.cleared) }
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. Counter did not send .cleared. It has sent none that \
        was not asserted.

        No task of the tree is running.
        """,
        """
        Not met at 0.0 seconds of virtual time. Counter did not send .cleared. Sent and not asserted:
          .reached(3)

        No task of the tree is running.
        """,
      ]
    )
  }

  @Test func callsOfProbesThatNobodyAssertedAreNamed() async {
    let findings = await Findings.of {
      let onFact = TestProbe("onFact")
      let (counter, tester) = Counter(count: 2, onFact: onFact.call).andTester()
      counter.load()
      await tester.assert(counter.fact != nil)
    }
    #expect(
      findings.messages == [
        """
        Probes not exhausted: onFact, made at StrataModelsTestingTests/FailureTests.swift:233, has 1 \
        call that was not asserted.

          onFact(2, "2 is a good number.")

        This line would pass:
          onFact.wasCalled(with: 2, "2 is a good number.")
        """
      ]
    )
    #expect(findings.kinds == [.probes])
  }

  @Test func aCallThatWasNotMadeIsNamedWithThoseThatWere() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let probe = TestProbe("onSave")
      let (_, tester) = Counter().andTester()
      await tester.assert { probe.wasCalled(with: 1) }
      probe(2, "two")
      await tester.assert { probe.wasCalled(with: 1) }
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. onSave was not called with (1). It has no call that \
        was not asserted.

        No task of the tree is running.
        """,
        """
        Not met at 0.0 seconds of virtual time. onSave was not called with (1). Calls that were not \
        asserted:
          onSave(2, "two")

        This would pass: probe.wasCalled(with: 2, "two")

        No task of the tree is running.
        """,
      ]
    )
  }

  @Test func tasksThatStillRunAreNamedWithTheLineThatStartedThem() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.load()
      await tester.assert(counter.isLoading)
    }
    #expect(
      findings.messages == [
        """
        Tasks not exhausted: 1 task is still running at the end of the test.

          counter (Counter): load @ StrataModelsTestingTests/Fixtures.swift:53

        Let it come to an end, or cancel the work in the test. Tasks that onActivate has started are \
        cancelled by themselves.
        """
      ]
    )
    #expect(findings.kinds == [.tasks])
  }

  /// What the test would have asserted later is not missed as well: state, the task, the probe.
  @Test func aMissingWithinIsOneFailureInAnExhaustiveTest() async {
    let findings = await Findings.of(exhaustivity: .full) {
      let onFact = TestProbe("onFact")
      let counter = Counter(count: 2, onFact: onFact.call).withAnchor()
      counter.load()
      await expect(counter.fact != nil, within: .milliseconds(500))
      await expect {
        counter.isLoading == false
        onFact.wasCalled(with: 2, "2 is a good number.")
      }
    }
    #expect(findings.kinds == [.assertion])
    #expect(findings.messages.first?.hasSuffix("0.5 seconds, pass `within:`.") == true)
    let byTester = Findings()
    await byTester.collect {
      let (counter, tester) = Counter(count: 2).andTester()
      counter.load()
      counter.announce()
      await tester.assert(counter.fact != nil, within: .milliseconds(500))
    }
    #expect(byTester.kinds == [.assertion])
  }

  @Test func anAssertionThatWouldHaveToWaitLongerSaysSo() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let (counter, tester) = Counter(count: 2).andTester()
      counter.load()
      await tester.assert(counter.fact != nil, within: .milliseconds(500))
    }
    #expect(
      findings.messages == [
        """
        Not met at 0.0 seconds of virtual time. The expression is false.

        It read:
          counter.fact: nil

        Still running:
          counter: load @ StrataModelsTestingTests/Fixtures.swift:53

        The next sleeper wakes at 1.0 seconds of virtual time: to wait longer than 0.5 seconds, pass \
        `within:`.
        """
      ]
    )
  }

  @Test func aModelThatHasLeftIsNoLongerPartOfTheTester() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter()]).andTester()
      let counter = board.counters[0]
      board.counters.removeAll()
      await tester.assert {
        board.counters.count == 0
        counter.count == 0
      }
    }
    #expect(
      findings.messages == [
        """
        Model Counter is no longer part of this tester: it was read in an assertion after it had left \
        its tree. Read it through its parent, or assert about it before it is removed.
        """
      ]
    )
  }

  @Test func aMissingValueFailsAndThrows() async {
    let findings = await Findings.of {
      let (board, tester) = Board().andTester()
      do {
        try await tester.unwrap(board.chosen)
        Issue.record("nothing was thrown")
      } catch {
        #expect(error is ValueMissing)
      }
    }
    #expect(findings.messages.count == 1)
    #expect(
      findings.messages[0].hasPrefix(
        """
        Not met at 0.0 seconds of virtual time. The value is nil.

        It read:
          board.chosen: nil
        """
      )
    )
  }

  @Test func eventsAndCallsOutsideOfAnAssertionAreReported() async {
    let findings = await Findings.of {
      let (counter, _) = Counter().andTester()
      #expect(counter.didSend(.cleared).isMet == false)
      #expect(TestProbe().wasCalled(with: 1).isMet == false)
    }
    #expect(
      findings.messages == [
        """
        didSend(_:) was called outside of an assertion, where it has no effect. Write it in the \
        braces of an assertion.
        """,
        """
        wasCalled(with:) was called outside of an assertion, where it has no effect. Write it in the \
        braces of an assertion.
        """,
      ]
    )
    #expect(findings.kinds == [.misuse, .misuse])
  }

  @Test func whatTheLibraryReportsFailsTheTest() async {
    let findings = await Findings.of {
      let (counter, _) = Counter().andTester()
      let again = counter.withAnchor()
      _ = again
    }
    #expect(
      findings.messages == [
        """
        Counter is anchored but already lives in a tree. The second anchor has no effect. Keep the \
        first one, or anchor a new Counter.
        """
      ]
    )
    #expect(findings.kinds == [.misuse])
  }

  @Test func aTestThatNothingWillResumeIsNamedAndCancelled() async {
    let findings = await Findings.of {
      let (counter, _) = Counter().andTester { $0.continuousClock = TestClock() }
      counter.load()
      try await TestClock().sleep(for: .seconds(1))
    }
    #expect(
      findings.messages.first == """
        The simulated operation has not returned, and nothing can run any more at 0.0 seconds of \
        virtual time. If it waits for something outside, register that with \
        registerOutsideOperation(_:); else nothing resumes it, and it would wait forever.

        Still running:
          counter: load @ StrataModelsTestingTests/Fixtures.swift:53
        """
    )
    #expect(findings.kinds.first == .simulation)
  }

  @Test func valuesOfTheStandardLibrarysTypesSayHowTheyDiffer() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let (text, isOn, number, letter) = ("x", true, 1.5, Character("a"))
      let (_, tester) = Counter().andTester()
      await tester.assert {
        text == "y"
        isOn == false
        number == 2
        letter == "b"
        text.count == 2
        text.first == "y"
      }
    }
    #expect(findings.all.count == 6)
    #expect(findings.messages.filter { !$0.contains("The sides differ (- right, + left)") } == [])
    #expect(findings.messages.first?.contains("- \"y\"\n+ \"x\"") == true)
  }

  @Test func expectingOutsideOfAScopeIsReported() async {
    let findings = Findings()
    await findings.collect {
      await expect(true)
    }
    #expect(
      findings.messages == [
        """
        expect was called outside of a test scope, where there is nothing to wait for. Give the test \
        a trait such as .simulated(), or call it in withTestScope.
        """
      ]
    )
  }
}

/// A model with properties whose types cannot be compared.
private struct Holder: Model {
  struct Plain: Sendable { var text = "a" }

  static let modelLayout = ModelLayout<Holder>("Holder") {
    $0.slot("plain", \.plain)
    $0.slot("perhaps", \.perhaps)
    $0.slot("several", \.several)
  }
  var modelNode = ModelNode<Holder>()

  var plain: Plain {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var perhaps: Plain? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var several: [Plain] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init() {
    modelNode.initialize(0, to: Plain())
    modelNode.initialize(1, to: nil as Plain?)
    modelNode.initialize(2, to: [] as [Plain])
  }
}
