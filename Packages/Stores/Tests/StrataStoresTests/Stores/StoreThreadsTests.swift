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

/// A store that is only counted up, with a subscriber that hears whether each count came once and in
/// order.
private final class Audited: Sendable {
  let store: CounterStore
  private let heard: Locked<(count: Int, calls: Int, isOrdered: Bool)>
  private let token: StateSubscription<CounterState>

  init(_ store: CounterStore) {
    let heard = Locked((count: -1, calls: 0, isOrdered: true), rank: .leaf)
    self.store = store
    self.heard = heard
    token = store.subscribe { state in
      heard.withLock {
        if state.count != $0.count + 1 { $0.isOrdered = false }
        $0 = (state.count, $0.calls + 1, $0.isOrdered)
      }
    }
  }

  func expectAllWasTold(sourceLocation: SourceLocation = #_sourceLocation) {
    let (count, calls, isOrdered) = heard.withLock { $0 }
    #expect(isOrdered, sourceLocation: sourceLocation)
    #expect(count == store.state.count, sourceLocation: sourceLocation)
    #expect(calls == count + 1, sourceLocation: sourceLocation)
  }
}

/// Numbers that look random and are the same in each run.
private struct Steps {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
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
    let audited = Audited(CounterStore())
    await onThreads(8) { _ in for _ in 0..<5_000 { audited.store.state.count += 1 } }
    #expect(audited.store.state.count == 40_000)
    audited.expectAllWasTold()
  }

  @Test func aMillionOperationsOfEightThreadsLoseNothing() async {
    // Every operation is on a store that all threads use.
    let delivery = StoreDelivery.immediate
    let shared = (0..<8).map { _ in Audited(CounterStore(delivery: delivery)) }
    let written = Atomic<Int>(0)
    await onThreads(8) { thread in
      var random = Steps(seed: UInt64(thread))
      var mine = 0
      for operation in 1...125_000 {
        let store = shared[random.next(below: shared.count)].store
        switch operation % 100 {
        case 0:
          // Subscribes, receives the state at once, and unsubscribes.
          let heard = Atomic<Int>(0)
          store.subscribe { _ in heard.add(1, ordering: .relaxed) }.stop()
          if heard.load(ordering: .relaxed) == 0 { Issue.record("a subscriber was told nothing") }
        case 1..<40:
          store.state.count += 1
          mine += 1
        case 40..<50:
          store.add(1)
          mine += 1
        default:
          if store.state.count < 0 { Issue.record("there is a count that nobody wrote") }
        }
      }
      written.add(mine, ordering: .relaxed)
    }
    #expect(written.load(ordering: .relaxed) == 8 * 125_000 * 49 / 100)
    #expect(shared.map(\.store.state.count).reduce(0, +) == written.load(ordering: .relaxed))
    for audited in shared { audited.expectAllWasTold() }
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
    await onThreads(8) { _ in for _ in 0..<2_000 { source.state.count += 1 } }
    #expect(flags.mixed.load(ordering: .relaxed) == 0)
    #expect(flags.calls.load(ordering: .relaxed) == 16_001)
    #expect(sum.state.left == 16_000)
    token.stop()
  }
}
