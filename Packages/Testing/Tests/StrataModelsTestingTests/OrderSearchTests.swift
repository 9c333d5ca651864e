import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Searching for an order that makes a test fail.
@Suite struct OrderSearchTests {
  /// Loses an update when both tasks read before one of them writes.
  @Sendable static func racyTest() async {
    let counter = Counter().withAnchor()
    for _ in 0..<2 {
      counter.node.task {
        let count = counter.count
        await Task.yield()
        counter.count = count + 1
      }
    }
    await expect(counter.count == 2)
  }

  @Sendable static func soundTest() async {
    let counter = Counter().withAnchor()
    for _ in 0..<2 {
      counter.node.task {
        await Task.yield()
        counter.increment()
      }
    }
    await expect(counter.count == 2)
  }

  @Test(.simulated(seeds: 200)) func aSoundTestPassesInAllOrders() async {
    await Self.soundTest()
  }

  @Test func aFailureNamesTheSeedAndALineThatRunsItAgain() async throws {
    let findings = Findings()
    try await findings.collect { try await run(.simulated(seeds: 200), Self.racyTest) }
    let text = try #require(findings.messages.first)
    #expect(findings.kinds == [.simulation, .assertion])
    #expect(text.hasPrefix("Seed "))
    let line = try #require(text.split(separator: "\n").last)
    #expect(line.hasPrefix("  @Test(.simulated(replaying: ["))
    let numbers = line.split(whereSeparator: { !$0.isNumber }).compactMap { UInt32($0) }
    for _ in 0..<5 {
      let again = Findings()
      try await again.collect {
        try await run(.simulated(replaying: Schedule(choices: numbers)), Self.racyTest)
      }
      #expect(again.kinds == [.assertion])
    }
  }

  @Test func theTextOfAFindIsWordForWord() async throws {
    let findings = Findings()
    try await findings.collect {
      try await run(.simulated(seeds: 3)) { await expect(false) }
    }
    #expect(
      findings.messages.first == """
        Seed 0 of 3 made the test fail. The shortest interleaving found that does has 0 choices. This \
        runs it again, every time:

          @Test(.simulated(replaying: []))
        """
    )
  }

  @Test func aScheduleThatDoesNotFitTheRunIsWarnedOf() async throws {
    let findings = Findings()
    try await findings.collect {
      try await run(.simulated(replaying: [0, 1, 0, 7, 0, 0, 0, 0, 1])) { await expect(true) }
    }
    #expect(
      findings.messages == [
        """
        The schedule that is replayed does not fit the run: 9 of its 9 choices named a job that was \
        not there, or came after the end. The test or what it tests has changed since the schedule \
        was recorded, so this is not the order in which it failed. Search anew with \
        .simulated(seeds:), and replace or remove the schedule.
        """
      ]
    )
    #expect(findings.all.allSatisfy { $0.isWarning })
  }

  @Test func whatIsFoundAtTheEndIsToldWithTheTestsLine() async throws {
    let findings = Findings()
    try await findings.collect {
      try await run(.modelTesting) {
        let counter = Counter().withAnchor()
        counter.increment()
      }
    }
    #expect(findings.kinds == [.state])
    #expect(findings.all.first?.testLocation == Test.current?.sourceLocation)
    #expect(findings.all.first?.description.hasPrefix("StrataModelsTestingTests/OrderSe") == true)
  }

  @Test func aReportOfALineElsewhereNamesTheTest() async throws {
    let findings = Findings()
    try await findings.collect {
      try await run(.modelTesting(exhaustivity: .off)) {
        let board = Board(counters: [Counter()]).withAnchor()
        let counter = board.counters[0]
        board.counters = []
        counter.reset()
      }
    }
    let line = try #require(Test.current?.sourceLocation.line)
    #expect(
      findings.messages.allSatisfy {
        $0.hasSuffix("\n\nIn the test at StrataModelsTestingTests/OrderSearchTests.swift:\(line).")
      }
    )
    #expect(findings.kinds == [.misuse])
  }

  @Test func aSearchWithoutSeedsFails() async throws {
    let findings = Findings()
    try await findings.collect {
      try await run(.simulated(seeds: 0)) { await expect(true) }
    }
    #expect(
      findings.messages == [
        "With no seeds the test does not run. Say how many orders to try, as in seeds: 100."
      ]
    )
  }

  @Test func issuesOfTheTestLibraryAreSearchedForToo() async throws {
    await withKnownIssue {
      try await run(.simulated(seeds: 2)) { Issue.record("found") }
    }
  }

  /// Runs a test as the test library does with a trait.
  private func run(
    _ trait: SimulationTrait,
    _ test: @Sendable () async throws -> Void
  ) async throws {
    let current = try #require(Test.current)
    try await trait.provideScope(for: current, testCase: Test.Case.current, performing: test)
  }
}
