import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Makes a tree, changes it, and lets it go, all during its activation.
private struct Opener: Model {
  static let modelLayout = ModelLayout<Opener>("Opener") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Opener>()
  var count: Int { modelNode[0] }

  init() { modelNode.initialize(0, to: 0) }

  func onActivate() {
    let counter = Counter().withAnchor()
    counter.count = 1
    withExtendedLifetime(counter) {}
  }
}

/// Cancels work of its own when the work of its activation ends.
private struct Listener: Model {
  static let modelLayout = ModelLayout<Listener>("Listener") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Listener>()
  var count: Int { modelNode[0] }

  init() { modelNode.initialize(0, to: 0) }

  func onActivate() {
    node.task("listen") {
      let work = node.task("inner") { try? await Task.sleep(for: .seconds(1_000)) }
      defer { work.cancel() }
      try? await Task.sleep(for: .seconds(1_000))
    }
  }
}

/// A tester outside of all scopes: the form of XCTest, and of tests without a trait.
@Suite struct ModelTesterTests {
  @Test func anchorsTheModelAndAssertsAboutIt() async {
    let (board, tester) = Board().andTester()
    board.counters.append(Counter(count: 1))
    await tester.assert(board.counters.count == 1)
    #expect(board.counters[0].count == 1)
  }

  @Test func waitsUntilItIsTrueInVirtualTime() async {
    let (counter, tester) = Counter(count: 2).andTester()
    counter.load()
    await tester.assert {
      counter.isLoading
    }
    await tester.assert {
      counter.fact == "2 is a good number."
      !counter.isLoading
    }
  }

  @Test func aTreeThatEndsBeforeTheTesterIsCheckedToo() async {
    let findings = Findings()
    await findings.collect {
      let (opener, tester) = Opener().andTester()
      withExtendedLifetime((opener, tester)) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("counter.count == 1") == true, "\(findings.messages)")
  }

  @Test func whatEndsWithTheWorkOfAnActivationIsNotLeft() async {
    let findings = Findings()
    await findings.collect {
      let (listener, tester) = Listener().andTester()
      withExtendedLifetime((listener, tester)) {}
    }
    #expect(findings.messages == [])
  }

  @Test func tasksRunOnlyWhileTheTestWaits() async {
    let (counter, tester) = Counter().andTester { $0.continuousClock = ImmediateClock() }
    counter.load()
    for _ in 0..<100 { await Task.yield() }
    #expect(counter.isLoading)
    await tester.assert {
      counter.fact != nil
      counter.isLoading == false
    }
  }

  @Test func aClockOfTheTestDrivesTheTasks() async {
    let clock = TestClock()
    let (counter, tester) = Counter().andTester { $0.continuousClock = clock }
    counter.load()
    await clock.advance(by: .seconds(1))
    #expect(counter.isLoading == false)
    await tester.assert {
      counter.fact != nil
      counter.isLoading == false
    }
  }

  @Test func childrenAreAssertedAsTheyBecomeAvailable() async throws {
    let (board, tester) = Board().andTester()
    board.counters.append(Counter())
    let counter = try await tester.unwrap(board.counters.first)
    counter.increment()
    await tester.assert(counter.count == 1)
    counter.announce()
    await tester.assert {
      board.announced == [1]
      counter.didSend(.reached(1))
    }
  }

  @Test func probesRecordCalls() async {
    let onFact = TestProbe("onFact")
    let (counter, tester) = Counter(count: 2, onFact: onFact.call).andTester()
    tester.install(onFact)
    counter.load()
    #expect(onFact.isEmpty)
    await tester.assert {
      counter.fact != nil
      !counter.isLoading
      onFact.wasCalled(with: 2, "2 is a good number.")
    }
    #expect(onFact.isEmpty)
  }

  @Test func aProbeStandsForClosuresOfUpToSixValues() async {
    let log = TestProbe("log")
    let none: @Sendable () -> Void = log.call
    let one: @Sendable (Int) -> Void = log.call
    let two: @Sendable (Int, String) -> Void = log.call
    let three: @Sendable (Int, String, Bool) -> Void = log.call
    let four: @Sendable (Int, Int, Int, Int) -> Void = log.call
    let five: @Sendable (Int, Int, Int, Int, Int) -> Void = log.call
    let six: @Sendable (Int, Int, Int, Int, Int, Int) -> Void = log.call
    let (_, tester) = Counter().andTester()
    none()
    one(1)
    two(1, "b")
    three(1, "b", true)
    four(1, 2, 3, 4)
    five(1, 2, 3, 4, 5)
    six(1, 2, 3, 4, 5, 6)
    #expect(log.count == 7)
    await tester.assert {
      log.wasCalled()
      log.wasCalled(with: 1)
      log.wasCalled(with: 1, "b")
      log.wasCalled(with: 1, "b", true)
      log.wasCalled(with: 1, 2, 3, 4)
      log.wasCalled(with: 1, 2, 3, 4, 5)
      log.wasCalled(with: 1, 2, 3, 4, 5, 6)
    }
    #expect(log.isEmpty)
  }

  @Test func anEventOfAnotherTypeIsNotTheExpectedOne() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let (counter, tester) = Counter().andTester()
      counter.node.send(2)
      await tester.assert { counter.didSend(.cleared) }
      await tester.assert { counter.didSend("text") }
    }
    #expect(findings.kinds == [.assertion, .assertion])
  }

  @Test func anExpressionThatIsNilCountsAsFalse() async {
    let findings = await Findings.of {
      let (board, tester) = Board().andTester()
      await tester.assert(board.chosen?.isLoading)
    }
    #expect(findings.kinds == [.assertion])
    let text = "The expression is nil, which counts as false."
    #expect(findings.messages.first?.contains(text) == true, "\(findings.messages)")
  }

  @Test func probesOfTheTestAndInstalledOnesCountForExhaustivity() async {
    let findings = Findings()
    await findings.collect {
      let own = TestProbe("own")
      let (installed, other) = await Task { (TestProbe("installed"), TestProbe("other")) }.value
      let (_, tester) = Counter(onFact: own.call).andTester()
      let late = TestProbe("late")
      tester.install(installed)
      for probe in [own, installed, other, late] { probe.call(1, "one") }
    }
    #expect(findings.kinds == [.probes, .probes, .probes])
    for name in ["own", "installed", "late"] {
      #expect(findings.messages.contains { $0.contains("\(name)(1, \"one\")") })
    }
  }

  @Test func ofSeveralTestersTheLastOneAsksForAProbe() async {
    let findings = Findings()
    await findings.collect {
      let onFact = TestProbe("onFact")
      let (_, tester) = Counter().andTester()
      do {
        let (counter, first) = Counter(onFact: onFact.call).andTester()
        counter.onFact(1, "one")
        withExtendedLifetime(first) {}
      }
      await tester.assert(onFact.wasCalled(with: 1, "one"))
    }
    #expect(findings.messages == [])
  }

  @Test func aProbeThatNoLineAssertsIsAskedForByTheLastTester() async {
    let findings = Findings()
    await findings.collect {
      let onFact = TestProbe("onFact")
      let (_, last) = Counter().andTester()
      do {
        let (counter, first) = Counter(onFact: onFact.call).andTester()
        counter.onFact(1, "one")
        withExtendedLifetime(first) {}
      }
      #expect(findings.messages == [])
      withExtendedLifetime(last) {}
    }
    #expect(findings.kinds == [.probes])
  }

  @Test func runsCallsThatWaitThemselves() async throws {
    let (counter, tester) = Counter().andTester()
    let elapsed = try await tester.run {
      let clock = counter.node.continuousClock
      try await clock.sleep(for: .seconds(90))
      counter.increment()
      return SimulatedExecutor.current?.clock.now.offset
    }
    #expect(elapsed == .seconds(90))
    await tester.assert(counter.count == 1)
  }

  @Test func aCallThatNothingWillResumeIsNamedAndCancelled() async {
    let findings = Findings()
    await findings.collect {
      let (_, tester) = Counter().andTester()
      await #expect(throws: CancellationError.self) {
        try await tester.run { try await TestClock().sleep(for: .seconds(1)) }
      }
    }
    #expect(
      findings.messages == [
        """
        The operation has not returned, and nothing can run any more. It is cancelled. If it waits for \
        something outside of the simulation, register that with registerOutsideOperation(_:).
        """
      ]
    )
  }

  @Test func testersOfSeveralTestsRunSideBySide() async {
    await withTaskGroup(of: Void.self) { group in
      for count in 1...20 {
        group.addTask {
          let (counter, tester) = Counter(count: count).andTester()
          counter.load()
          await tester.assert {
            counter.fact == "\(count) is a good number."
            counter.isLoading == false
          }
        }
      }
    }
  }

  @Test func whatWasOverlookedIsFoundWhenTheTesterGoes() async {
    let findings = Findings()
    await findings.collect {
      let (counter, tester) = Counter().andTester()
      counter.announce()
      counter.increment()
      _ = tester
    }
    #expect(findings.kinds == [.state, .events])
  }

  @Test func endsTheTreeWithTheTester() async {
    var counter: Counter?
    do {
      let (made, tester) = Counter().andTester()
      counter = made
      await tester.settle()
    }
    #expect(counter?.modelNode.context.isLive == false)
  }
}
