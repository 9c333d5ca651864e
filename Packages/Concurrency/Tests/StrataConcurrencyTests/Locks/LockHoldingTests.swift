import Foundation
import Testing

@testable import StrataConcurrency

/// A thread that takes a lock once for many uses.
@Suite struct LockHoldingTests {
  private struct Failure: Error {}

  /// A lock that closures can share.
  private final class SharedLock: Sendable {
    let reference: LockReference
    private let own: Lock

    init(rank: LockRank) {
      let made = Lock(rank: rank)
      reference = made.reference
      own = made
    }

    func holding<Result>(_ body: () -> Result) -> Result { reference.holding(body) }

    func withLock<Result>(_ body: () -> Result) -> Result { reference.withLock(body) }
  }

  private let lock = SharedLock(rank: .part)
  private let log = Log()

  /// Starts a thread that takes the lock, and gives it every chance to get it.
  private func startRival() -> DispatchSemaphore {
    let (begun, ended) = (Signal(), DispatchSemaphore(value: 0))
    let (lock, log) = (lock, log)
    Thread.detachNewThread {
      begun.fire()
      lock.withLock { log.add("rival") }
      ended.signal()
    }
    while !begun.hasFired {}
    for _ in 0..<1_000 { sched_yield() }
    return ended
  }

  @Test func otherThreadsWaitUntilTheClosureHasReturned() {
    let rival = lock.holding {
      let rival = startRival()
      // The thread itself may take the lock, and hold it, once more.
      lock.withLock { log.add("inner") }
      lock.holding { log.add("held again") }
      log.add("returns")
      return rival
    }
    rival.wait()
    #expect(log.all == ["inner", "held again", "returns", "rival"])
  }

  @Test func afterwardsTheThreadTakesTheLockAsAnyOther() {
    lock.holding {}
    let rival = lock.withLock {
      let rival = startRival()
      log.add("own")
      return rival
    }
    rival.wait()
    #expect(log.all == ["own", "rival"])
  }

  @Test func theLockIsReleasedWhenTheClosureThrows() {
    #expect(throws: Failure.self) {
      try lock.reference.holding { () throws(Failure) in throw Failure() }
    }
    startRival().wait()
    #expect(log.all == ["rival"])
  }

  @Test func otherThreadsTakeTheLockWhileTheHolderParks() {
    let (parker, outer) = (Parker(), SharedLock(rank: .tree))
    let (lock, log) = (lock, log)
    let rival = outer.holding {
      lock.holding {
        Thread.detachNewThread {
          outer.withLock { lock.withLock { log.add("other") } }
          parker.wake()
        }
        parker.park()
        // It has both locks again.
        let rival = startRival()
        log.add("own")
        return rival
      }
    }
    rival.wait()
    #expect(log.all == ["other", "own", "rival"])
  }
}
