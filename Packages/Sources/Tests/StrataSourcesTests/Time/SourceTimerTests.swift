import Foundation
import StrataConcurrency
import Synchronization
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

  @Test func aWaitReplacesTheOneBefore() async throws {
    let calls = try await withSimulation(seed: 1) { simulation in
      let calls = Recorder<Int>()
      let timer = SourceTimer(AnyClock(simulation.clock), order: SourceOrder())
      timer.wait(1) { calls.take(1) }
      timer.wait(2) { calls.take(2) }
      try await simulation.clock.sleep(for: .seconds(3))
      timer.wait(1) { calls.take(3) }
      timer.wait(.infinity) { calls.take(4) }
      try await simulation.clock.sleep(for: .seconds(3))
      return calls.models
    }.value
    #expect(calls == [2])
  }

  @Test func aWaitThatIsCancelledWhileItBeginsDoesNotSleep() async throws {
    let counts = try await withSimulation(seed: 1) { simulation in
      let clock = NotingClock()
      let timer = SourceTimer(AnyClock(clock), order: SourceOrder())
      timer.wait(1) {}
      await simulation.waitUntilIdle()
      let before = clock.sleeperCount
      // A wait asks for the time while it begins, where another thread may come between.
      clock.atNextLook { timer.cancel() }
      timer.wait(1) {}
      await simulation.waitUntilIdle()
      return withExtendedLifetime(timer) { [before, clock.sleeperCount] }
    }.value
    #expect(counts == [1, 0])
  }

  @Test func aWaitThatIsCancelledWhileItsCallWaitsInTheOrderDoesNotCall() async {
    let clock = NotingClock()
    let order = SourceOrder()
    let timer = SourceTimer(AnyClock(clock), order: order)
    let calls = Recorder<Int>()
    await onThreads(1) { _ in
      order.run {
        timer.wait(0) { calls.take(1) }
        // The sleep ends at once, and its task passes the call to the order, which is occupied.
        while clock.endCount == 0 { sched_yield() }
        for _ in 0..<1_000 { sched_yield() }
        timer.cancel()
      }
    }
    order.run { calls.take(2) }
    #expect(calls.models == [2])
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

/// A clock that stands still, notes the ends of sleeps, and runs a closure when it is looked at.
private final class NotingClock: Clock {
  private let base = TestClock()
  private let look = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
  private let ends = Atomic<Int>(0)

  var sleeperCount: Int { base.sleeperCount }
  /// How many sleeps have ended.
  var endCount: Int { ends.load(ordering: .acquiring) }
  var minimumResolution: Duration { .zero }

  var now: VirtualInstant {
    let body = look.withLock { $0.take() }
    body?()
    return base.now
  }

  func atNextLook(_ body: @escaping @Sendable () -> Void) { look.withLock { $0 = body } }

  func sleep(until deadline: VirtualInstant, tolerance: Duration?) async throws {
    defer { ends.wrappingAdd(1, ordering: .releasing) }
    try await base.sleep(until: deadline, tolerance: tolerance)
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
