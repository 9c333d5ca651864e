import Synchronization
import Testing

@_spi(Strata) @testable import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Never set; a loop that waits for it never ends.
private let isFreed = Atomic(false)

@Sendable private func spin() {
  while !isFreed.load(ordering: .relaxed) {}
}

/// Makes the watchdog wait for a few seconds, in processes of their own alone.
///
/// That is long enough for a job that does return, also on a machine under load.
private func hurry() {
  unsafe setenv("STRATA_TIMEOUT_SCALE", "0.1", 1)
}

/// Simulations that never come to an end.
@Suite struct GivingUpTests {
  @Test func tasksThatFeedOneAnotherAreGivenUpSoonAndNamed() async throws {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1) { simulation in
        let scope = CancellationScope()
        let (pings, pongs) = (Multicast<Int>(), Multicast<Int>())
        let heard = pongs.subscribe()
        scope.forEach(pings.subscribe(), name: "ping") { pongs.send($0) }
        scope.forEach(heard, name: "pong") { pings.send($0) }
        pings.send(1)
        await simulation.waitUntilIdle()
        scope.close()
      }
    }
    #expect(failure?.code == .stepLimitReached)
    #expect(failure?.steps == 100_000)
    let message = try #require(failure?.message)
    #expect(
      message.hasPrefix(
        """
        The simulation has come to no rest at 0.0 seconds of virtual time; it ran 100000 jobs and is \
        given up. The last jobs were those of:

          ping @ StrataConcurrencyTests/GivingUpTests.swift:
        """
      )
    )
    #expect(message.contains("  pong @ StrataConcurrencyTests/GivingUpTests.swift:"))
  }

  @Test func aSimulationWhoseTimePassesMayTakeLonger() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      for _ in 0..<3 {
        for _ in 0..<40_000 { await Task.yield() }
        try await simulation.clock.sleep(for: .seconds(1))
      }
    }
    #expect(run.steps > 120_000)
  }

  /// The common loop that drops the error of a sleep, and so does not wait once it is cancelled.
  @Test(arguments: [0, 1, 2]) func aCancelledLoopOfSleepsIsGivenUp(clock: Int) async throws {
    let failure = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1, stepLimit: 5_000) { simulation in
        let scope = CancellationScope()
        let (test, immediate) = (TestClock(), ImmediateClock())
        scope.task(name: "poll") {
          while true {
            switch clock {
            case 0: try? await simulation.clock.sleep(for: .seconds(1))
            case 1: try? await test.sleep(for: .seconds(1))
            default: try? await immediate.sleep(for: .seconds(1))
            }
          }
        }
        await simulation.waitUntilIdle()
        scope.close()
      }
    }
    #expect(failure?.code == .stepLimitReached)
  }

  @Test func whatIsGivenUpIsLeftBehind() async throws {
    let rounds = Locked(0, rank: .leaf)
    _ = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 1, stepLimit: 1_000) { _ in
        Task {
          while true {
            rounds.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
    }
    let count = rounds.withLock { $0 }
    // On another executor the loop would go on. No code of this test waits for it, and each yield gives it a chance to
    // run.
    for _ in 0..<1_000 { await Task.yield() }
    #expect(rounds.withLock { $0 } == count)
  }

  @Test func aTaskThatHeedsItsCancellationComesToItsEnd() async {
    let hasEnded = Locked(false, rank: .leaf)
    let outcome = await withSurroundingSimulation(seed: 1, stepLimit: 1_000) { _ in
    } operation: { _ in
      while !Task.isCancelled { await Task.yield() }
      hasEnded.withLock { $0 = true }
    }
    #expect(outcome.failure?.code == .stepLimitReached)
    #expect(hasEnded.withLock { $0 })
  }

  @Test func aScheduleTellsHowManyOfItsChoicesDoNotFit() async {
    func unfit(_ choices: Schedule) async -> Int {
      await withSurroundingSimulation(seed: 0, replaying: choices) { _ in
      } operation: { _ in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask {} }
        }
      }.unfitChoices
    }
    let made = await withSurroundingSimulation(seed: 0, replaying: []) { _ in
    } operation: { _ in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask {} }
      }
    }.schedule
    #expect(!made.choices.isEmpty)
    #expect(await unfit(made) == 0)
    #expect(await unfit(Schedule(choices: made.choices + [0, 0])) == 2)
    #expect(await unfit([1_000]) == 1)
  }

  @Test func theMessageOfAHungJobSaysWhetherTheMainActorHangs() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let elsewhere = SimulatedExecutor.current?.hungText
      let onMainActor = await MainActor.run { SimulatedExecutor.current?.hungText }
      #expect(elsewhere?.contains("of real time without suspending") == true)
      #expect(onMainActor?.contains("of real time on the main actor without suspending") == true)
    }
  }

  @Test func slowWorkOfTheLibraryIsNotTimeOfTheJob() async throws {
    @Sendable func looks(_ count: Int) -> [Int?] {
      (0..<count).map { _ in SimulatedExecutor.current?.state.withLock { $0.queue.sight() } }
    }
    let run = try await withSimulation(seed: 1) { _ in
      await Task { looks(2) + SimulatedExecutor.uncounted { looks(2) } + looks(2) }.value
    }
    #expect(run.value == [1, 2, 0, 0, 1, 2])
  }

  // MARK: The watchdog, in processes of their own

  @Test func aJobThatDoesNotReturnIsLeftBehindAndNamed() async {
    await #expect(processExitsWith: .success) {
      hurry()
      do throws(SimulationFailure) {
        _ = try await withSimulation(seed: 1) { simulation in
          let scope = CancellationScope()
          scope.task(name: "poll") { spin() }
          await simulation.waitUntilIdle()
        }
        Issue.record("it came to an end")
      } catch {
        #expect(error.code == .hung)
        #expect(error.message.hasPrefix("The task poll @ StrataConcurrencyTests/GivingUpTests"))
        #expect(error.message.contains(" has been running for more than 3.0 seconds of real"))
      }
      // Another one still runs.
      let run = try await withSimulation(seed: 1) { _ in 7 }
      #expect(run.value == 7)
    }
  }

  @Test func whatNeverReturnsInTheOperationItselfEndsTheProcess() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(70),
      observing: [\.standardErrorContent]
    ) {
      hurry()
      _ = await withSurroundingSimulation(seed: 1, name: "The test spins()") { failure in
        FailureLines.write(failure.message)
      } operation: { _ in
        spin()
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The task The test spins() has been running for more than 3.0 seconds"))
    #expect(text.contains("The test spins() can never return, because it waits for a task"))
  }

  @Test func aThreadThatRunsTheSimulationItselfEndsTheProcessToo() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(70),
      observing: [\.standardErrorContent]
    ) {
      hurry()
      let standing = StandingSimulation(seed: 1, name: "The test spins()")
      let scope = CancellationScope(executor: standing.executor)
      scope.task(name: "poll") { spin() }
      standing.driveNow()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The task poll @ "))
    #expect(text.contains("The test spins() can never return"))
  }

  @Test func anOperationThatNeverReturnsToItsTesterEndsTheProcessToo() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(70),
      observing: [\.standardErrorContent]
    ) {
      hurry()
      let standing = StandingSimulation(seed: 1, name: "The test spins()")
      _ = try? await standing.run(onStuck: {}, operation: spin)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The test spins() can never return"))
  }

  @Test func aStandingSimulationThatHangsIsGivenUpOnce() async {
    await #expect(processExitsWith: .success) {
      hurry()
      let failures = Locked(0, rank: .leaf)
      let standing = StandingSimulation(seed: 1) { _ in failures.withLock { $0 += 1 } }
      let scope = CancellationScope(executor: standing.executor)
      scope.task(name: "poll") { spin() }
      #expect(await standing.drive() == false)
      #expect(await standing.drive() == false)
      standing.finishNow()
      #expect(failures.withLock { $0 } == 1)
    }
  }
}

private enum FailureLines {
  static func write(_ text: String) {
    ReportSink.report(text, at: .thisLine())
  }
}
