#if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
import Testing
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

@testable import StrataConcurrency

/// Sleeps on a clock whose durations are not Swift's.
@Suite struct ForeignDurationTests {
  struct Ticks: DurationProtocol, Hashable {
    var count: Int

    static var zero: Ticks { Ticks(count: 0) }
    static func < (a: Ticks, b: Ticks) -> Bool { a.count < b.count }
    static func + (a: Ticks, b: Ticks) -> Ticks { Ticks(count: a.count + b.count) }
    static func - (a: Ticks, b: Ticks) -> Ticks { Ticks(count: a.count - b.count) }
    static func / (a: Ticks, b: Int) -> Ticks { Ticks(count: a.count / b) }
    static func * (a: Ticks, b: Int) -> Ticks { Ticks(count: a.count * b) }
    static func / (a: Ticks, b: Ticks) -> Double { Double(a.count) / Double(b.count) }
  }

  struct TickClock: Clock {
    struct Instant: InstantProtocol {
      var offset: Ticks

      static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
      func advanced(by duration: Ticks) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Ticks { other.offset - offset }
    }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Ticks { .zero }
    func sleep(until deadline: Instant, tolerance: Ticks?) async throws {}
  }

  /// Asks the executor of a simulation to run each job some ticks later.
  private final class TickExecutor: TaskExecutor {
    private let simulation: SleepingSimulatedExecutor

    init(_ simulation: SleepingSimulatedExecutor) { self.simulation = simulation }

    func enqueue(_ job: consuming ExecutorJob) {
      simulation.enqueue(job, after: Ticks(count: 3), tolerance: nil, clock: TickClock())
    }
  }

  @Test func theirJobsTakeTheirTurnWithoutTimePassing() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let sleeping = try #require(simulation as? SleepingSimulatedExecutor)
      return await Task(executorPreference: TickExecutor(sleeping)) {
        SimulatedExecutor.current === simulation
      }.value
    }
    #expect(run.value)
    #expect(run.elapsed == .zero)
  }
}
#endif
