import Dispatch
import StrataConcurrency
import Testing

@Suite struct ParkerTests {
  @Test func keepsAWakeThatComesBeforeTheSleep() {
    let parker = Parker()
    parker.wake()
    parker.park()
    #expect(Bool(true), "park has returned")
  }

  @Test func sleepsUntilAnotherThreadWakesIt() {
    let parker = Parker()
    let order = Locked<[String]>([], rank: .leaf)
    DispatchQueue.global().async {
      order.withLock { $0.append("wake") }
      parker.wake()
    }
    parker.park()
    order.withLock { $0.append("woken") }
    #expect(order.withLock { $0 } == ["wake", "woken"])
  }
}

@Suite struct LockReferenceTests {
  @Test func isTheSameLockAsItsOwner() {
    let lock = Lock(rank: .leaf)
    let again = LockReference(unsafeBitPattern: lock.reference.bitPattern)
    #expect(again == lock.reference)
    again.lock()
    again.flagWord = 3
    again.unlock()
    lock.lock()
    #expect(lock.reference.flagWord == 3)
    lock.unlock()
    #expect(Lock(rank: .leaf).reference != lock.reference)
  }
}

@Suite struct ThreadIdentityTests {
  @Test func differsBetweenThreadsThatLiveAtOnce() {
    let other = Locked<ThreadIdentity?>(nil, rank: .leaf)
    let parker = Parker()
    DispatchQueue.global().async {
      other.withLock { $0 = .current }
      parker.wake()
    }
    parker.park()
    #expect(ThreadIdentity.current == .current)
    #expect(other.withLock { $0 } != .current)
  }
}
