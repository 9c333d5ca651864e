import StrataConcurrency
import Synchronization
import Testing

@testable import StrataUpdates

private final class Tally: Sendable {
  let handled = Atomic<Int>(0)
  let overlaps = Atomic<Int>(0)
  let inside = Atomic<Int>(0)
}

@Suite struct StoreThreadsTests {
  @Test func noActionOfEightThreadsIsLostAndNoneOverlaps() async {
    let tally = Tally()
    let store = Store(
      update: { (state: CounterState, action: CounterAction, tally: Tally) in
        if tally.inside.add(1, ordering: .relaxed).oldValue != 0 {
          tally.overlaps.add(1, ordering: .relaxed)
        }
        defer { tally.inside.subtract(1, ordering: .relaxed) }
        return CounterState.update(
          state: state,
          action: action,
          environment: CounterEnvironment()
        )
      },
      state: CounterState(),
      environment: tally
    )
    let last = Locked((count: -1, isOrdered: true), rank: .leaf)
    let token = store.observe { state in
      last.withLock { $0 = (state.count, $0.isOrdered && state.count == $0.count + 1) }
    }
    await onThreads(8) { _ in for _ in 0..<2_000 { store.send(.increment) } }
    #expect(store.state.count == 16_000)
    #expect(last.withLock { $0.isOrdered })
    #expect(last.withLock { $0.count } == 16_000)
    #expect(tally.overlaps.load(ordering: .relaxed) == 0)
    withExtendedLifetime(token) {}
  }

  @Test func eachThreadsActionsKeepTheirOrder() async {
    struct Pair: Equatable, Sendable { var last = [Int](repeating: 0, count: 8), faults = 0 }
    let store = Store(
      changing: { (state: inout Pair, action: (thread: Int, number: Int), _: Void) in
        if state.last[action.thread] + 1 != action.number { state.faults += 1 }
        state.last[action.thread] = action.number
        return Update()
      },
      state: Pair(),
      environment: ()
    )
    await onThreads(8) { thread in
      for number in 1...2_000 { store.send((thread, number)) }
    }
    #expect(store.state == Pair(last: [Int](repeating: 2_000, count: 8)))
  }

  /// Senders, readers, subscribers that come and go, effects and their cancellation at once.
  @Test func aMixOfEightThreadsEndsRight() async {
    let store = makeStore { action in
      switch action {
      case .setText(let id): .future { .add(id.count) }.cancellable(id: id, cancelInFlight: true)
      case .add: .just(.increment)
      default: .empty
      }
    }
    let check = Locked((total: 0, faults: 0), rank: .leaf)
    let steps = store.observeSteps { step in
      check.withLock {
        if case .increment = step.action { $0.total += 1 }
        if case .add(let amount) = step.action { $0.total += amount }
        if step.state.count != $0.total { $0.faults += 1 }
      }
    }
    await onThreads(8) { thread in
      for number in 0..<1_000 {
        switch (thread + number) % 8 {
        case 0: store.send(.setText("\(number % 7)"))
        case 1:
          let token = store.observe { _ in }
          store.send(.increment)
          token.cancel()
        case 2:
          let actions = store.actions
          withExtendedLifetime(actions) {}
        case 3: _ = store.state.count
        case 4: _ = store.runningEffects.count
        default: store.send(.increment)
        }
      }
    }
    let result = check.withLock { $0 }
    #expect(result.faults == 0)
    #expect(result.total >= 4_000)
    #expect(store.sequences.count == 0)
    #expect(store.actionSinks.isEmpty)
    steps.cancel()
  }

  /// Two stores that send to each other from their subscribers, on two threads each.
  @Test func storesThatSendToEachOtherDoNotDeadlock() async {
    let (first, second) = (makeStore(), makeStore())
    let tokens = [
      first.observeActions { [weak second] in if $0 == .increment { second?.send(.add(1)) } },
      second.observeActions { [weak first] in if $0 == .increment { first?.send(.add(1)) } },
    ]
    await onThreads(4) { thread in
      for _ in 0..<2_000 { (thread.isMultiple(of: 2) ? first : second).send(.increment) }
    }
    // A thread may have left its last actions to one that was about to finish; a send handles them.
    first.send(.touch)
    second.send(.touch)
    #expect(first.state.count + second.state.count == 16_000)
    withExtendedLifetime(tokens) {}
  }
}
