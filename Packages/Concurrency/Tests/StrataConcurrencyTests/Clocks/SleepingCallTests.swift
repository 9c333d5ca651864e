import Testing

@testable import StrataConcurrency

/// The race between falling asleep and a cancellation.
@Suite struct SleepingCallTests {
  @Test func aCancellationWhileTheCallFallsAsleepWakesIt() async {
    let sleeper = Locked<SuspendedCall<Bool>?>(nil, rank: .leaf)
    let removed = Locked<[UInt64]>([], rank: .leaf)
    let task = Task {
      await SleepingCall.sleep { call in
        sleeper.withLock { $0 = call }
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return .asleep(7)
      } remove: { id in
        removed.withLock { $0.append(id) }
        return sleeper.withLock { $0.take() }
      }
    }
    #expect(await task.value == false)
    #expect(removed.withLock { $0 } == [7])
  }

  @Test func aCallThatMayNotSleepIsNotWokenInTime() async {
    let isWoken = await SleepingCall.sleep { _ in
      .rejected
    } remove: { _ in
      nil
    }
    #expect(!isWoken)
  }
}
