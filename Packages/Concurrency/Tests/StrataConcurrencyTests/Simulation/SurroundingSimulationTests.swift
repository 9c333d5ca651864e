import Dispatch
@_spi(Strata) import StrataConcurrency
import Testing

@Suite struct SurroundingSimulationTests {
  @Test func runsTheCallersOwnClosureInTheSimulation() async throws {
    let count = Locked(0, rank: .leaf)
    let outcome = await withSurroundingSimulation(seed: 1, onFailure: ignore) { simulation in
      #expect(SimulatedExecutor.current === simulation)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            try? await simulation.clock.sleep(for: .seconds(60))
            count.withLock { $0 += 1 }
          }
        }
      }
      return simulation.clock.now.offset
    }
    #expect(try outcome.result.get() == .seconds(60))
    #expect(count.withLock { $0 } == 3)
    #expect(outcome.failure == nil)
    #expect(SimulatedExecutor.current == nil)
  }

  @Test func theSameSeedGivesTheSameRun() async throws {
    func order(_ seed: UInt64) async -> (String, Schedule) {
      let log = Locked("", rank: .leaf)
      let outcome = await withSurroundingSimulation(seed: seed, onFailure: ignore) { _ in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c", "d"] {
            group.addTask { log.withLock { $0 += name } }
          }
        }
      }
      return (log.withLock { $0 }, outcome.schedule)
    }
    var orders: Set<String> = []
    for seed in 0..<20 as Range<UInt64> {
      let (first, schedule) = await order(seed)
      let (second, again) = await order(seed)
      #expect(first == second)
      #expect(schedule == again)
      orders.insert(first)
    }
    #expect(orders.count > 5)
  }

  @Test func anOperationThatNothingWillResumeIsCancelled() async {
    let failures = Locked<[SimulationFailure.Code]>([], rank: .leaf)
    let outcome = await withSurroundingSimulation(seed: 1) { failure in
      failures.withLock { $0.append(failure.code) }
    } operation: { _ in
      for await _ in AsyncStream<Int>(unfolding: { await TestClockSleep().forEver() }) {}
    }
    #expect(outcome.failure?.code == .stuck)
    #expect(outcome.failure?.seed == 1)
    #expect(failures.withLock { $0 } == [.stuck])
  }

  @Test func waitsForAnOutsideOperation() async throws {
    let outcome = await withSurroundingSimulation(seed: 1, onFailure: ignore) { simulation in
      let operation = simulation.registerOutsideOperation("think")
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: 42)
          operation.complete()
        }
      }
    }
    #expect(try outcome.result.get() == 42)
    #expect(outcome.failure == nil)
  }

  @Test func anOutsideOperationThatTakesTooLongIsNamed() async {
    let outcome = await withSurroundingSimulation(
      seed: 1,
      outsideLimit: .milliseconds(1),
      onFailure: ignore
    ) { simulation in
      let operation = simulation.registerOutsideOperation("read the settings")
      try? await TestClock().sleep(for: .seconds(1))
      operation.complete()
    }
    #expect(
      outcome.failure?.message == """
        Nothing can run until something outside of the simulation has come to its end, and that takes \
        more than 0.001 seconds of real time: read the settings. Say that it is over with complete(), \
        or let the test use something faster in its place.
        """
    )
  }

  @Test func passesOnWhatTheOperationThrows() async {
    struct Broken: Error {}
    let outcome = await withSurroundingSimulation(seed: 1, onFailure: ignore) { _ in
      throw Broken()
    }
    #expect(throws: Broken.self) { try outcome.result.get() }
    #expect(outcome.failure == nil)
  }

  @Test @MainActor func startsOnTheMainActorToo() async throws {
    let outcome = await withSurroundingSimulation(seed: 1, onFailure: ignore) { simulation in
      await MainActor.run {
        MainActor.assertIsolated()
        return SimulatedExecutor.current === simulation
      }
    }
    #expect(try outcome.result.get())
  }
}

private let ignore: @Sendable (SimulationFailure) -> Void = { _ in }

/// Sleeps on a clock that never moves.
private struct TestClockSleep {
  func forEver() async -> Int? {
    try? await TestClock().sleep(for: .seconds(1))
    return nil
  }
}
