import StrataConcurrency
import StrataStores
import Synchronization
import Testing

private final class Flags: Sendable {
  let isInside = Atomic<Bool>(false)
  let hasStarted = Atomic<Bool>(false)
  let mixed = Atomic<Int>(0)
  let calls = Atomic<Int>(0)
}

@Suite struct StoreThreadsTests {
  @Test func aChangeWaitsForTheRunningOne() async {
    let store = CounterStore()
    let flags = Flags()
    let overlaps = Recorded<Bool>()
    await onThreads(2) { thread in
      if thread == 0 {
        store.state.update { state in
          flags.isInside.store(true, ordering: .releasing)
          while !flags.hasStarted.load(ordering: .acquiring) {}
          for _ in 0..<1_000 { state.count += 1 }
          state.count -= 999
          flags.isInside.store(false, ordering: .releasing)
        }
      } else {
        while !flags.isInside.load(ordering: .acquiring) {}
        flags.hasStarted.store(true, ordering: .releasing)
        store.state.update { state in
          state.count += 10
          overlaps.append(flags.isInside.load(ordering: .acquiring))
        }
      }
    }
    #expect(overlaps.elements == [false])
    #expect(store.state.count == 11)
  }

  @Test func changesOfEightThreadsAreToldOnceEachInOrder() async {
    let store = CounterStore()
    let last = Locked((count: 0, calls: 0, isOrdered: true), rank: .leaf)
    let token = store.subscribe { state in
      last.withLock {
        if $0.calls > 0, state.count != $0.count + 1 { $0.isOrdered = false }
        $0 = (state.count, $0.calls + 1, $0.isOrdered)
      }
    }
    await onThreads(8) { _ in for _ in 0..<500 { store.state.count += 1 } }
    #expect(store.state.count == 4_000)
    let result = last.withLock { $0 }
    #expect(result.count == 4_000)
    #expect(result.calls == 4_001)
    #expect(result.isOrdered)
    token.stop()
  }

  @Test func aMillionOperationsOfEightThreadsLoseNothing() async {
    let delivery = StoreDelivery.immediate
    let shared = CounterStore(delivery: delivery)
    let flags = Flags()
    await onThreads(8) { _ in
      let own = CounterStore()
      let token = own.subscribe { _ in flags.calls.add(1, ordering: .relaxed) }
      for operation in 1...125_000 {
        switch operation % 1_000 {
        case 0: shared.state.count += 1
        case 1..<500: own.state.count += 1
        default: _ = shared.state.count
        }
      }
      token.stop()
    }
    #expect(shared.state.count == 8 * 125)
    #expect(flags.calls.load(ordering: .relaxed) == 8 * (1 + 125 * 499))
  }

  @Test func subscribersThatComeAndGoMissNothingAndHearNothingTwice() async {
    let store = CounterStore()
    await onThreads(8) { thread in
      for _ in 0..<500 {
        guard thread.isMultiple(of: 2) else {
          store.state.count += 1
          continue
        }
        let seen = Recorded<Int>()
        let token = store.subscribe { seen.append($0.count) }
        store.state.count += 1
        token.stop()
        let states = seen.elements
        for (a, b) in zip(states, states.dropFirst()) where b != a + 1 {
          Issue.record("\(a) is followed by \(b)")
        }
      }
    }
    #expect(store.state.count == 4_000)
  }

  @Test func aDiamondUnderEightThreadsIsNeverMixedAndEndsRight() async {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let left = ShiftedStore(source, by: 0, delivery: delivery)
    let right = ShiftedStore(source, by: 0, delivery: delivery)
    let sum = SumStore(left, right, delivery: delivery)
    let flags = Flags()
    let token = sum.subscribe { state in
      flags.calls.add(1, ordering: .relaxed)
      if state.left != state.right { flags.mixed.add(1, ordering: .relaxed) }
    }
    await onThreads(8) { _ in for _ in 0..<250 { source.state.count += 1 } }
    #expect(flags.mixed.load(ordering: .relaxed) == 0)
    #expect(flags.calls.load(ordering: .relaxed) == 2_001)
    #expect(sum.state.left == 2_000)
    token.stop()
  }
}
