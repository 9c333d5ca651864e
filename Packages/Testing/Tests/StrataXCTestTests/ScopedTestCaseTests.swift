import StrataConcurrency
import StrataModels
import StrataModelsTesting
import XCTest

/// Tests of a case with scopes, as its users write them.
final class ScopedTallyTests: ScopedTestCase {
  private var kept: Tally?

  override func setUp() { kept = Tally().withAnchor() }

  override func tearDown() { kept = nil }

  func testAssertsWhatATaskDoes() async {
    let tally = Tally().withAnchor()
    tally.addLater()
    await expect(tally.count == 1)
  }

  func testSeesTheTreesOfItsSetUp() async {
    kept?.addSoon()
    await expect(kept?.count == 1)
  }

  @MainActor func testRunsOnTheMainActorToo() async {
    let tally = Tally().withAnchor()
    tally.addOnTheMainActor()
    await expect(tally.count == 1)
  }

  func testNeedNotBeAsynchronous() {
    let (tally, tester) = Tally().andTester()
    tester.exhaustivity = .off
    tally.addSoon()
  }
}

/// The findings of a test case's scope, beside those of a scope that runs in the simulation.
final class ScopedTestCaseTests: XCTestCase {
  typealias Body = @Sendable () async throws -> Void

  func testWhatIsOverlookedIsFoundAsInASimulation() {
    check([.state]) {
      let tally = Tally().withAnchor()
      tally.count = 3
    }
    check([.state]) {
      let tally = Tally().withAnchor()
      tally.addSoon()
    }
    check([.state]) {
      let (tally, _) = Tally().andTester()
      tally.addSoon()
    }
    check([.tasks]) {
      let (tally, _) = Tally().andTester()
      tally.wait()
    }
    check([.assertion]) {
      let tally = Tally().withAnchor()
      await expect(tally.count == 3)
    }
    check([.events]) {
      let tally = Tally().withAnchor()
      tally.node.send("event")
    }
    check([.probes]) {
      let probe = TestProbe("probe")
      let tally = Tally().withAnchor()
      tally.node.task { probe.call(1) }
    }
    check([]) {
      let tally = Tally().withAnchor()
      tally.addSoon()
      await expect(tally.count == 1)
    }
  }

  func testWhatALastTreeLeavesIsFoundAsInASimulation() {
    check([.tasks]) {
      let (tally, anchor) = Tally().returningAnchor()
      tally.wait()
      withExtendedLifetime(anchor) {}
    }
    check([.assertion]) {
      let (tally, anchor) = Tally().returningAnchor()
      tally.wait()
      await expect(tally.count == 3)
      withExtendedLifetime(anchor) {}
    }
    let kept = Locked<Tally?>(nil, rank: .leaf)
    check([.lifetime]) {
      let (tally, _) = Tally().andTester()
      let former = kept.withLock { kept in
        defer { kept = tally }
        return kept
      }
      withExtendedLifetime(former) {}
    }
    withExtendedLifetime(kept.withLock { $0.take() }) {}
  }

  /// Such a test could not make its remaining assertions.
  func testATestThatHasThrownOrIsSkippedIsNotAskedForOmissions() {
    let ways: [(InterruptedCase.Way, [TestFailure.Kind])] = [
      (.none, [.state, .events]), (.throwing, []), (.skipping, []),
    ]
    for (way, kinds) in ways {
      let found = Locked<[TestFailure]>([], rank: .leaf)
      let test = InterruptedCase(name: "test") { _ in
        let tally = Tally().withAnchor()
        tally.count = 3
        tally.node.send("event")
      }
      test.way = way
      FailureSink.withHandler { failure in
        found.withLock { $0.append(failure) }
      } operation: {
        test.invokeTest()
      }
      XCTAssertEqual(found.withLock { $0.map(\.kind) }, kinds, "\(way)")
    }
  }

  func testAFailureOfTheEndIsPlacedAtTheFunction() {
    let found = failures(name: "testAFailureOfTheEndIsPlacedAtTheFunction") {
      let tally = Tally().withAnchor()
      tally.count = 3
    }
    XCTAssertEqual(found.map(\.callSite.line), [UInt(#line - 5)])
    XCTAssertEqual(found.map { "\($0.callSite.fileID)" }, ["\(#fileID)"])
  }

  /// What is found at the end is placed at the function, and a failed assertion at its own line.
  func testFailuresOfEachKindHaveTheirLines() {
    let name = "testFailuresOfEachKindHaveTheirLines"
    let function = UInt(#line - 2)
    let bodies: [(TestFailure.Kind, Body)] = [
      (.state, { Tally().withAnchor().count = 3 }),
      (.events, { Tally().withAnchor().node.send("event") }),
      (.tasks, { Tally().withAnchor().wait() }),
      (
        .probes,
        {
          let probe = TestProbe("probe")
          let tally = Tally().withAnchor()
          tally.node.task { probe.call(1) }
        }
      ),
    ]
    for (kind, body) in bodies {
      let found = failures(name: name, body)
      XCTAssertEqual(found.map(\.kind), [kind])
      XCTAssertEqual(found.map(\.callSite.line), [function], "\(kind)")
      XCTAssertEqual(found.map { "\($0.callSite.fileID)" }, ["\(#fileID)"], "\(kind)")
    }
    let line = Locked<UInt>(0, rank: .leaf)
    let assertion = failures(name: name) {
      let tally = Tally().withAnchor()
      line.withLock { $0 = #line + 1 }
      await expect(tally.count == 3)
    }
    XCTAssertEqual(assertion.map(\.kind), [.assertion])
    XCTAssertEqual(assertion.map(\.callSite.line), [line.withLock { $0 }])
    let late = failures(name: name) {
      let tally = Tally()
      line.withLock { $0 = #line + 1 }
      tally.node.task {}
    }
    XCTAssertEqual(late.map(\.kind), [.misuse])
    XCTAssertEqual(late.map(\.callSite.line), [line.withLock { $0 }])
  }

  /// Runs a body in both ways, which have to find the same.
  private func check(
    _ kinds: [TestFailure.Kind],
    line: UInt = #line,
    _ body: @escaping Body
  ) {
    let inACase = failures(body)
    XCTAssertEqual(inACase.map(\.kind), kinds, line: line)
    let found = Locked<[TestFailure]>([], rank: .leaf)
    let isOver = expectation(description: "the scope is over")
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      _ = Task {
        _ = try? await withModelTesting(operation: body)
        isOver.fulfill()
      }
    }
    wait(for: [isOver], timeout: 600)
    let inASimulation = found.withLock { $0 }
    XCTAssertEqual(inACase.map(\.message), inASimulation.map(\.message), line: line)
  }

  /// Runs a body as a test of a case with scopes, and collects what is wrong.
  private func failures(name: String = "test", _ body: @escaping Body) -> [TestFailure] {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    let test = ScopedTestCase(name: name) { testCase in
      let isOver = testCase.expectation(description: "the test is over")
      Task {
        try? await body()
        isOver.fulfill()
      }
      testCase.wait(for: [isOver], timeout: 600)
    }
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      test.invokeTest()
    }
    return found.withLock { $0 }
  }
}

/// A case whose run says how its test has ended.
private final class InterruptedCase: ScopedTestCase {
  enum Way { case none, throwing, skipping }

  private final class Run: XCTestRun {
    var way = Way.none

    override var unexpectedExceptionCount: Int { way == .throwing ? 1 : 0 }
    override var hasBeenSkipped: Bool { way == .skipping }
  }

  var way = Way.none

  override var testRun: XCTestRun? {
    let run = Run(test: self)
    run.way = way
    return run
  }
}
