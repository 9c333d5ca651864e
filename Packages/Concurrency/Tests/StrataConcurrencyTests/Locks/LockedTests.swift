import StrataConcurrency
import Testing

@Suite struct LockedTests {
  @Test func keepsEveryIncrementOfConcurrentTasks() async {
    let count = Locked(0, rank: .leaf)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  @Test func givesTheLockBackWhenTheBodyThrows() {
    struct Failure: Error {}
    let count = Locked(0, rank: .leaf)
    #expect(throws: Failure.self) {
      try count.withLock { _ throws(Failure) -> Void in throw Failure() }
    }
    count.withLock { $0 = 1 }
    #expect(count.withLock { $0 } == 1)
  }

  #if DEBUG
  @Test func trapsWhenALockIsTakenAgainstItsRank() async {
    await #expect(processExitsWith: .failure) {
      let high = Locked(0, rank: .leaf)
      let low = Locked(0, rank: .tree)
      high.withLock { _ in low.withLock { $0 += 1 } }
    }
  }
  #endif
}

@Suite struct LockTests {
  @Test func aRankMayBeTakenAgainAfterItWasGivenBack() {
    let low = Lock(rank: .tree)
    let high = Lock(rank: .leaf)
    for _ in 0..<2 {
      low.lock()
      high.lock()
      high.unlock()
      low.unlock()
    }
    #expect(low.withLock { high.withLock { 42 } } == 42)
  }

  @Test func locksMayBeGivenBackInAnyOrder() {
    let low = Lock(rank: .tree)
    let high = Lock(rank: .leaf)
    low.lock()
    high.lock()
    low.unlock()
    high.unlock()
    #expect(low.withLock { 1 } == 1)
  }

  #if DEBUG
  @Test func trapsWhenTakenTwiceByOneThread() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let lock = Lock(rank: .leaf)
      lock.lock()
      lock.lock()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Lock order: a lock of rank 60 is taken while one of rank 60 is held; take locks in "
          + "rising rank."
      )
    )
  }

  @Test func trapsWhenUnlockedWithoutBeingHeld() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      Lock(rank: .leaf).unlock()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "rank 60 is unlocked but not held"
      )
    )
  }
  #endif

  @Test func ranksRunToSixtyTwo() async {
    #expect(LockRank(62).rawValue == 62)
    await #expect(processExitsWith: .failure) { _ = LockRank(63) }
  }
}
