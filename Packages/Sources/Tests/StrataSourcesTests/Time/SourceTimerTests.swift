import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct SourceTimerTests {
  @Test func aWaitIsCountedFromItsCallAndNotFromTheStartOfItsTask() async throws {
    let isExpired = try await withSimulation(seed: 1) { simulation in
      let clock = JumpingClock()
      let time = SourceTime(clock: clock, start: Date(timeIntervalSince1970: 0))
      let source = CachePersistence(time: time)
        .source(for: CacheDescriptor<Int>(key: "k", expireAfter: 60))
      source.model.set(1)
      // No task of the simulation begins before this one waits.
      clock.jump(by: .seconds(61))
      try await simulation.clock.sleep(for: .seconds(1))
      return source.model.found?.isExpired
    }.value
    #expect(isExpired == true)
  }

  @Test func aWaitEndsThoughTheClockIsMovedAtOnce() async throws {
    let clock = TestClock()
    let time = SourceTime(clock: clock, start: Date(timeIntervalSince1970: 0))
    let source = CachePersistence(time: time)
      .source(for: CacheDescriptor<Int>(key: "k", expireAfter: 60))
    source.model.set(1)
    await clock.advance(by: .seconds(61))
    for await model in source.latestValues where model.found?.isExpired == true { break }
    #expect(source.model.found?.isExpired == true)
  }
}

/// A clock that jumps without a wait, so that no task runs in between; a sleep beyond its time is cancelled.
private final class JumpingClock: Clock {
  private let current = Locked(VirtualInstant(), rank: .leaf)

  var now: VirtualInstant { current.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func jump(by duration: Duration) {
    current.withLock { $0 = $0.advanced(by: duration) }
  }

  func sleep(until deadline: VirtualInstant, tolerance: Duration?) async throws {
    if deadline > now { throw CancellationError() }
  }
}
