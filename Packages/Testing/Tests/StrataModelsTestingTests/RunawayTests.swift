import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct RunawayTests {
  @Test func aTestThatComesToNoEndIsNamed() async {
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope(exhaustivity: .off, stepLimit: 1_000) {
        let (counter, _) = Counter().andTester()
        counter.node.task("busy") {
          while !Task.isCancelled { await Task.yield() }
        }
        await settle()
      }
    }
    #expect(
      findings.messages.first == """
        The simulation ran 1000 jobs without coming to an end, and is given up. The last jobs were \
        those of:

          busy @ StrataModelsTestingTests/RunawayTests.swift:23: 500 jobs
          The test aTestThatComesToNoEndIsNamed() @ StrataModelsTestingTests/RunawayTests.swift:21: 1 job
          others: 499 jobs

        If tasks resume one another forever, fix that: a loop over changes that writes what another \
        one observes has to stop writing at some value, and a loop in a task has to end when \
        Task.isCancelled. If the work is so large, raise stepLimit.

        Still running:
          counter: busy @ StrataModelsTestingTests/RunawayTests.swift:23
        """
    )
    #expect(findings.kinds.first == .simulation)
  }

  @Test func loopsOverChangesThatFeedOneAnotherAreNamed() async throws {
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope(exhaustivity: .off, stepLimit: 5_000) {
        let (board, _) = Board(counters: [Counter(), Counter()]).andTester()
        follow(board.counters[0], board.counters[1], "first")
        follow(board.counters[1], board.counters[0], "second")
        board.counters[0].increment()
        await settle()
      }
    }
    let text = try #require(findings.messages.first)
    #expect(text.hasPrefix("The simulation ran 5000 jobs without coming to an end, and is given"))
    #expect(text.contains("  first @ StrataModelsTestingTests/RunawayTests.swift:"))
    #expect(text.contains("  second @ StrataModelsTestingTests/RunawayTests.swift:"))
    #expect(text.contains("Still running:\n  board"))
  }

  @Test func aTaskThatNeverRestsIsNamedWithoutAScopeToo() async throws {
    let findings = Findings()
    await findings.collect {
      let (counter, tester) = Counter().andTester(exhaustivity: .off)
      counter.node.task("busy") {
        while true { await Task.yield() }
      }
      await tester.settle()
      await tester.settle()
    }
    #expect(findings.kinds.count { $0 == .simulation } == 1)
    let text = try #require(findings.messages.first)
    #expect(text.hasPrefix("The simulation has come to no rest at 0.0 seconds of virtual time"))
    #expect(text.contains("  busy @ StrataModelsTestingTests/RunawayTests.swift:"))
  }

  @Test func aTraitLimitsTheJobs() async throws {
    let findings = Findings()
    let test = try #require(Test.current)
    try await findings.collect {
      let trait: SimulationTrait = .modelTesting(exhaustivity: .off, stepLimit: 500)
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(findings.messages.first?.hasPrefix("The simulation ran 500 jobs") == true)
    #expect(findings.all.first?.testLocation == test.sourceLocation)
  }

  /// A loop that drops the error of its sleeps never waits again once it is cancelled.
  @Test func aLoopThatDropsItsCancellationIsNamed() async throws {
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope(exhaustivity: .off, stepLimit: 5_000) {
        let (counter, _) = Counter().andTester()
        counter.node.task("poll") {
          while true { try? await counter.node.continuousClock.sleep(for: .seconds(1)) }
        }
        await settle()
      }
    }
    let text = try #require(findings.messages.first)
    #expect(text.contains("  poll @ StrataModelsTestingTests/RunawayTests.swift:"))
  }

  @Test func aTaskThatSpinsIsNamedAndTheTestGoesOn() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("STRATA_TIMEOUT_SCALE", "0.1", 1)
      let findings = Findings()
      await findings.collect {
        _ = try? await withTestScope {
          let (counter, _) = Counter().andTester()
          counter.node.task("poll") { spin() }
        }
      }
      let text = findings.messages.first ?? ""
      #expect(text.hasPrefix("The task poll @ StrataModelsTestingTests/RunawayTests.swift:"))
      #expect(text.contains(" has been running for more than 3.0 seconds of real time"))
      #expect(text.contains("Still running:\n  counter: poll @ StrataModelsTestingTests/Run"))
      #expect(findings.kinds.first == .simulation)
    }
  }

  @Test func whatRunsOutsideIsWaitedForWhenItIsRegistered() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.node.task {
        guard let simulation = SimulatedExecutor.current else { return }
        counter.count = await outside(of: simulation)
      }
      await tester.assert(counter.count == 7)
    }
    #expect(findings.messages == [])
  }
}

/// Never set; a loop that waits for it never ends.
private let isFreed = Atomic(false)

@Sendable private func spin() {
  while !isFreed.load(ordering: .relaxed) {}
}

/// Lets one counter follow the changes of another, one step ahead of it.
private func follow(_ counter: Counter, _ other: Counter, _ name: String) {
  counter.node.forEach(counter.change(of: \.count), name: name) { count in
    other.count = count + 1
  }
}

/// Waits for a thread.
private func outside(of simulation: SimulatedExecutor) async -> Int {
  let operation = simulation.registerOutsideOperation("think of a number")
  let (numbers, continuation) = AsyncStream<Int>.makeStream()
  Task.detached(executorPreference: globalConcurrentExecutor) {
    continuation.yield(7)
    continuation.finish()
    operation.complete()
  }
  for await number in numbers { return number }
  return 0
}
