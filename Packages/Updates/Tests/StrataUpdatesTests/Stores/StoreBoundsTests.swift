import Foundation
@_spi(Strata) import StrataConcurrency
import StrataRendering
import Synchronization
import Testing

@testable import StrataUpdates

private typealias NumberStore = Store<Int, Int, Void>

/// Lets threads, not tasks, wait for an event.
private final class Barrier: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

private func onThread(_ body: @escaping @Sendable () -> Void) -> Barrier {
  let done = Barrier()
  Thread.detachNewThread {
    body()
    done.open()
  }
  return done
}

private func waitUntil(_ condition: () -> Bool) {
  while !condition() { sched_yield() }
}

@Suite struct StoreBoundsTests {
  init() { Backlog.patience.store(3_600_000, ordering: .relaxed) }

  private func makeStore() -> NumberStore {
    NumberStore(
      update: { _, action, _ in Update(state: action) },
      state: 0,
      environment: ()
    )
  }

  /// A store whose subscriber stops at the first state until a gate opens.
  private func makeHeldStore() -> (
    store: NumberStore, gate: Barrier, begun: Barrier, token: Subscription,
    seen: Recorded<(state: Int, thread: ThreadIdentity)>
  ) {
    let store = makeStore()
    let (gate, begun) = (Barrier(), Barrier())
    let seen = Recorded<(state: Int, thread: ThreadIdentity)>()
    let token = store.observe { state in
      guard state > 0 else { return }
      seen.append((state, .current))
      guard state == 1 else { return }
      begun.open()
      gate.wait()
    }
    return (store, gate, begun, token, seen)
  }

  /// The sender: the program, or an effect, which does not retain the store.
  enum Way: CaseIterable, Sendable {
    case program, effect

    fileprivate func send(_ action: Int, _ store: NumberStore) {
      switch self {
      case .program: store.send(action)
      case .effect: WeakStore(store).enqueue(.action(action, .effect, nil, .current))
      }
    }
  }

  @Test(arguments: Way.allCases) func aThreadThatSendsWaitsWhileManyActionsDo(way: Way) {
    let (store, gate, begun, token, seen) = makeHeldStore()
    let handler = onThread { store.send(1) }
    begun.wait()
    let count = Backlog.limit + 10
    let mayWaitAgain = Locked(false, rank: .leaf)
    let sender = onThread {
      for action in 2...count { way.send(action, store) }
      mayWaitAgain.withLock { $0 = ThreadCalls.current.mayWait }
    }
    waitUntil { store.queue.withLock { $0.backlog.waiterCount } == 1 }
    #expect(store.queue.withLock { $0.jobs.waitingCount } == Backlog.limit)
    gate.open()
    handler.wait()
    sender.wait()
    #expect(seen.elements.map(\.state) == Array(1...count))
    let first = seen.elements[0].thread
    #expect(seen.elements.count { $0.thread == first } == 1 + Backlog.share)
    let isIdle = store.role.isIdle
    #expect(isIdle)
    // It has handled the rest itself, and is inside of nothing any more.
    #expect(mayWaitAgain.withLock { $0 })
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Way.allCases) func aThreadThatHasHandledTheQueueMayWaitAgain(way: Way) {
    let store = makeStore()
    let mayWait = Locked(false, rank: .leaf)
    let sender = onThread {
      store.enqueue(1, .sent, nil)
      way.send(2, store)
      mayWait.withLock { $0 = ThreadCalls.current.mayWait }
    }
    sender.wait()
    #expect(store.state == 2)
    #expect(mayWait.withLock { $0 })
  }

  @Test func anExecutorsThreadMayWaitAgain() {
    let executor = ManualExecutor()
    let store = NumberStore(
      update: { _, action, _ in Update(state: action) },
      state: 0,
      environment: (),
      executor: executor
    )
    let (inside, after) = (Locked(true, rank: .leaf), Locked(false, rank: .leaf))
    let token = store.observe { state in
      if state == 1 { inside.withLock { $0 = ThreadCalls.current.mayWait } }
    }
    store.send(1)
    onThread {
      executor.run()
      after.withLock { $0 = ThreadCalls.current.mayWait }
    }.wait()
    #expect(store.state == 1)
    #expect(!inside.withLock { $0 })
    #expect(after.withLock { $0 })
    withExtendedLifetime(token) {}
  }

  @Test func whatASubscriberSendsNeverWaits() {
    let store = makeStore()
    let seen = Recorded<Int>()
    let count = Backlog.limit * 2
    let token = store.observe { state in
      seen.append(state)
      if state == 1 { for action in 2...count { store.send(action) } }
    }
    store.send(1)
    #expect(seen.elements == Array(0...count))
    withExtendedLifetime(token) {}
  }

  @Test func aSubscriberOfAnotherStoreIsNotHeldUp() {
    let (store, gate, begun, token, seen) = makeHeldStore()
    let handler = onThread { store.send(1) }
    begun.wait()
    let (other, sent) = (makeStore(), Barrier())
    let count = Backlog.limit * 2
    let otherToken = other.observe { state in
      guard state == 1 else { return }
      for action in 2...count { store.send(action) }
      sent.open()
    }
    let sender = onThread { other.send(1) }
    sent.wait()
    // It waits when it has left the delivery.
    waitUntil { store.queue.withLock { $0.backlog.waiterCount } == 1 }
    gate.open()
    handler.wait()
    sender.wait()
    #expect(seen.elements.map(\.state) == Array(1...count))
    withExtendedLifetime((token, otherToken)) {}
  }

  @Test func aTurnThatHasServedManyMakesNoLaterSenderWait() {
    let store = makeStore()
    let (gates, begun) = ([Barrier(), Barrier()], [Barrier(), Barrier()])
    let token = store.observe { state in
      guard (1...2).contains(state) else { return }
      begun[state - 1].open()
      gates[state - 1].wait()
    }
    let first = onThread { store.send(1) }
    begun[0].wait()
    onThread { for action in 0..<2 * Backlog.share { store.send(10 + action) } }.wait()
    gates[0].open()
    first.wait()
    let second = onThread { store.send(2) }
    begun[1].wait()
    let hasReturned = Locked(false, rank: .leaf)
    let sender = onThread {
      store.send(3)
      hasReturned.withLock { $0 = true }
    }
    waitUntil {
      hasReturned.withLock { $0 } || store.queue.withLock { $0.backlog.waiterCount } == 1
    }
    #expect(hasReturned.withLock { $0 })
    gates[1].open()
    second.wait()
    sender.wait()
    #expect(store.state == 3)
    withExtendedLifetime(token) {}
  }

  @Test func storesThatSendToOneAnotherOnTwoThreadsDoNotStop() async {
    let (left, right) = (makeStore(), makeStore())
    let tokens = [
      left.observe { [weak right] state in if state > 0 { right?.send(-state) } },
      right.observe { [weak left] state in if state > 0 { left?.send(-state) } },
    ]
    let (leftSteps, rightSteps) = (Recorded<Int>(), Recorded<Int>())
    let steps = [
      left.observeActions { leftSteps.append($0) },
      right.observeActions { rightSteps.append($0) },
    ]
    await onThreads(2) { number in
      for action in 1...5_000 { (number == 0 ? left : right).send(action) }
    }
    #expect(leftSteps.elements.filter { $0 > 0 } == Array(1...5_000))
    #expect(rightSteps.elements.filter { $0 > 0 } == Array(1...5_000))
    #expect(leftSteps.elements.filter { $0 < 0 } == (1...5_000).map { -$0 })
    withExtendedLifetime((tokens, steps)) {}
  }

  @Test func aThreadThatSubscribesAmongSendersReturns() async {
    let store = makeStore()
    let isOver = Locked(false, rank: .leaf)
    let senders = (0..<2).map { number in
      onThread {
        var action = number
        while !isOver.withLock({ $0 }) {
          store.send(action)
          action += 2
        }
      }
    }
    // Each returns though the senders never pause.
    for _ in 0..<200 {
      let token = store.observe { _ in }
      token.cancel()
    }
    isOver.withLock { $0 = true }
    for sender in senders { sender.wait() }
  }

  @Test func twoSendersAndASlowSubscriberKeepTheQueueShort() async {
    let store = NumberStore(
      update: { state, action, _ in Update(state: state + action) },
      state: 0,
      environment: ()
    )
    let (seen, peak) = (Recorded<Int>(), Locked(0, rank: .leaf))
    let token = store.observe { state in
      let length = store.queue.withLock { $0.jobs.waitingCount }
      peak.withLock { $0 = max($0, length) }
      for _ in 0..<2 { sched_yield() }
      seen.append(state)
    }
    await onThreads(2) { _ in for _ in 0..<5_000 { store.send(1) } }
    #expect(seen.elements == Array(0...10_000))
    #expect(peak.withLock { $0 } <= Backlog.limit + 2)
    withExtendedLifetime(token) {}
  }

  // MARK: Release

  /// A store whose effects send without end, with a count of the running effects.
  private func makeEndlessStore(
    executor: (any DeliveryExecutor)? = nil,
    _ fx: @escaping @Sendable () -> Fx<Int>
  ) -> NumberStore {
    NumberStore(
      update: { state, _, _ in Update(state: state &+ 1, fx: fx()) },
      state: 0,
      environment: (),
      executor: executor
    )
  }

  /// Makes a store, lets its effects send many actions, and releases it; returns when it is freed.
  ///
  /// On a thread of its own: the effects may have all threads of the tasks.
  private func checkRelease(
    executor: (any DeliveryExecutor)? = nil,
    _ fx: @escaping @Sendable () -> Fx<Int>,
    begin: @escaping @Sendable (NumberStore) -> Void
  ) async {
    await onThreads(1) { _ in
      let reached = Barrier()
      weak var freed: NumberStore?
      do {
        let store = makeEndlessStore(executor: executor, fx)
        freed = store
        let token = store.observe { if $0 == 10 * Backlog.limit { reached.open() } }
        begin(store)
        reached.wait()
        token.cancel()
      }
      waitUntil { freed == nil }
    }
  }

  @Test func aReleasedStoreWhoseActionsFollowOneAnotherIsFreed() async {
    await checkRelease(executor: .serial("endless")) {
      .just(1)
    } begin: { store in
      store.send(1)
    }
  }

  @Test func aReleasedStoreWhoseEffectsSendInALoopIsFreedAndTheyEnd() async {
    let running = Locked(0, rank: .leaf)
    await checkRelease {
      .empty
    } begin: { store in
      for _ in 0..<2 {
        store.subscribe(
          to: .run { send in
            running.withLock { $0 += 1 }
            while !Task.isCancelled { send(1) }
            running.withLock { $0 -= 1 }
          }
        )
      }
    }
    await onThreads(1) { _ in waitUntil { running.withLock { $0 } == 0 } }
  }

  @Test func aReleasedStoreWhoseEffectBringsActionsWithoutEndIsFreed() async {
    await checkRelease {
      .just(1)
    } begin: { store in
      // The thread of the effect's task handles them all.
      store.subscribe(to: .run { send in send(1) })
    }
  }

  @Test func aSenderThatWaitsForAStoreThatIsReleasedGoesOn() {
    let (gate, handler, sender): (Barrier, Barrier, Barrier)
    weak var freed: NumberStore?
    do {
      let held = makeHeldStore()
      (gate, freed) = (held.gate, held.store)
      let store = WeakStore(held.store)
      handler = onThread { store.enqueue(.action(1, .effect, nil, .current)) }
      held.begun.wait()
      sender = onThread {
        for action in 2...Backlog.limit + 10 {
          store.enqueue(.action(action, .effect, nil, .current))
        }
      }
      waitUntil { held.store.queue.withLock { $0.backlog.waiterCount } == 1 }
    }
    gate.open()
    handler.wait()
    sender.wait()
    waitUntil { freed == nil }
    #expect(freed == nil)
  }

  /// The thread that passes the role on has the last reference to the store.
  @Test func sendersThatWaitForAStoreThatIsReleasedWithTheRoleGoOn() {
    for _ in 0..<10 {
      let (gate, handler, senders): (Barrier, Barrier, [Barrier])
      weak var freed: NumberStore?
      do {
        let held = makeHeldStore()
        (gate, freed) = (held.gate, held.store)
        let (store, owner) = (WeakStore(held.store), Locked<NumberStore?>(held.store, rank: .leaf))
        handler = onThread { owner.withLock { $0.take() }?.send(1) }
        held.begun.wait()
        senders = (1...2).map { count in
          let sender = onThread {
            for action in 2...Backlog.limit + 10 {
              store.enqueue(.action(action, .effect, nil, .current))
            }
          }
          waitUntil { held.store.queue.withLock { $0.backlog.waiterCount } == count }
          return sender
        }
      }
      gate.open()
      for thread in [handler] + senders { thread.wait() }
      waitUntil { freed == nil }
      #expect(freed == nil)
    }
  }

  @Test func anExecutorsOtherJobsGetTheirTurns() async {
    await onThreads(1) { _ in
      let executor = SerialDelivery(label: "shared")
      let store = makeEndlessStore(executor: executor) { .just(1) }
      store.send(1)
      let ran = Barrier()
      executor.deliver { ran.open() }
      ran.wait()
      withExtendedLifetime(store) {}
    }
  }
}
