import Foundation
@_spi(Strata) import StrataConcurrency
import StrataCore
import Synchronization
import Testing

@testable import StrataStores

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

/// A text that one thread may have for itself.
private final class HeldText: Sendable {
  private let context: Context
  private let slot: Slot<String>
  private let anchor: Anchor

  init() {
    let layout = Layout(name: "Text", slots: [.value("text", String.self)])
    slot = layout.slot(0, as: String.self)
    context = Context(layout: layout)
    context.initialize(slot, to: "")
    anchor = Anchor(context, at: .thisLine())
  }

  var value: String { context.read(slot) }

  func hold(_ body: () -> Void) {
    func change(_ text: inout String) {
      body()
      text = "changed"
    }
    change(&context[slot])
  }
}

@Suite struct BoundedDeliveryTests {
  init() { Backlog.patience.store(3_600_000, ordering: .relaxed) }

  @Test func aThreadThatChangesAStoreWaitsWhileManyUpdatesDo() {
    let store = CounterStore(delivery: .immediate)
    let (gate, begun) = (Barrier(), Barrier())
    let seen = Recorded<(count: Int, thread: ThreadIdentity)>()
    let token = store.subscribe { state in
      guard state.count > 0 else { return }
      seen.append((state.count, .current))
      guard state.count == 1 else { return }
      begun.open()
      gate.wait()
    }
    let deliveryOwner = onThread { store.add(1) }
    begun.wait()
    let count = Backlog.limit + 10
    let sender = onThread { for _ in 2...count { store.add(1) } }
    waitUntil { store.delivery.counts.senders == 1 }
    #expect(store.delivery.counts.updates == Backlog.limit)
    gate.open()
    deliveryOwner.wait()
    sender.wait()
    #expect(seen.elements.map(\.count) == Array(1...count))
    let first = seen.elements[0].thread
    // Its own update, then those of the other thread.
    #expect(seen.elements.count { $0.thread == first } == 1 + Backlog.share)
    #expect(store.delivery.counts == (0, 0))
    token.stop()
  }

  @Test func aThreadThatWaitsForRoomGoesOnForNoneButTheDeliverer() {
    let store = CounterStore(delivery: .immediate)
    let text = HeldText()
    let (begun, gate, drains, end) = (Barrier(), Barrier(), Barrier(), Barrier())
    let token = store.subscribe { state in
      if state.count == 1 {
        begun.open()
        gate.wait()
      } else if state.count == 2 {
        drains.open()
        end.wait()
      }
    }
    // Its own update does not enter the queue, so the others do not know yet who delivers.
    let deliveryOwner = onThread { store.add(1) }
    begun.wait()
    let sender = onThread { text.hold { for _ in 0..<Backlog.limit + 2 { store.add(1) } } }
    waitUntil { store.delivery.counts.senders == 1 }
    gate.open()
    drains.wait()
    let reader = onThread { _ = text.value }
    for _ in 0..<10_000 { sched_yield() }
    #expect(store.delivery.counts.senders == 1)
    end.open()
    for thread in [deliveryOwner, sender, reader] { thread.wait() }
    #expect(store.state.count == Backlog.limit + 3)
    token.stop()
  }

  @Test func whatASubscriberChangesNeverWaits() {
    let delivery = StoreDelivery.immediate
    let (first, second) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let seen = Recorded<Int>()
    let count = Backlog.limit * 2
    let tokens = [
      first.subscribe { state in if state.count == 1 { for _ in 0..<count { second.add(1) } } },
      second.subscribe { seen.append($0.count) },
    ]
    first.add(1)
    #expect(seen.elements == Array(0...count))
    for token in tokens { token.stop() }
  }

  @Test func storesThatChangeOneAnotherOnTwoThreadsDoNotStop() async {
    let (left, right) = (CounterStore(delivery: .immediate), CounterStore(delivery: .immediate))
    let (leftCounts, rightCounts) = (Recorded<Int>(), Recorded<Int>())
    let tokens = [
      left.subscribe { state in
        leftCounts.append(state.count)
        right.state.label = "\(state.count)"
      },
      right.subscribe { state in
        rightCounts.append(state.count)
        left.state.label = "\(state.count)"
      },
    ]
    await onThreads(2) { number in
      for _ in 0..<2_000 { (number == 0 ? left : right).add(1) }
    }
    // A state is delivered again when the label has changed.
    #expect(Set(leftCounts.elements) == Set(0...2_000))
    #expect(Set(rightCounts.elements) == Set(0...2_000))
    #expect(leftCounts.elements == leftCounts.elements.sorted())
    for token in tokens { token.stop() }
  }

  @Test func twoWritersAndASlowSubscriberKeepTheQueueShort() async {
    let store = CounterStore(delivery: .immediate)
    let (seen, peak) = (Recorded<Int>(), Locked(0, rank: .leaf))
    let token = store.subscribe { state in
      let length = store.delivery.counts.updates
      peak.withLock { $0 = max($0, length) }
      for _ in 0..<2 { sched_yield() }
      seen.append(state.count)
    }
    await onThreads(2) { _ in for _ in 0..<5_000 { store.add(1) } }
    #expect(seen.elements == Array(0...10_000))
    #expect(peak.withLock { $0 } <= Backlog.limit + 2)
    token.stop()
  }

  @Test func aThreadThatSubscribesAmongWritersReturns() async {
    let store = CounterStore(delivery: .immediate)
    let isOver = Locked(false, rank: .leaf)
    let writers = (0..<2).map { _ in
      onThread { while !isOver.withLock({ $0 }) { store.add(1) } }
    }
    // Each call returns though the writers never pause, and receives each state once.
    for _ in 0..<100 {
      let seen = Recorded<Int>()
      let token = store.subscribe {
        seen.append($0.count)
        sched_yield()
      }
      token.stop()
      let counts = seen.elements
      #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 + 1 == $1 })
    }
    isOver.withLock { $0 = true }
    for writer in writers { writer.wait() }
  }

  @Test func theBeginningOfASubscriptionIsLeftToTheThreadThatDelivers() {
    let store = CounterStore(delivery: .immediate)
    let (seen, isAhead) = (Recorded<(count: Int, thread: ThreadIdentity)>(), Recorded<Int>())
    let count = Backlog.share * 3
    // The first state is delivered while other threads bring many.
    let token = store.subscribe { state in
      seen.append((state.count, .current))
      guard seen.count <= Backlog.share + 2 else { return }
      isAhead.append(0)
      onThread { for _ in 0..<3 where store.state.count < count { store.add(1) } }.wait()
    }
    let told = seen.elements.map(\.count)
    #expect(told == Array(0..<told.count))
    store.add(1)
    #expect(seen.elements.map(\.count) == Array(0...store.state.count))
    token.stop()
  }

  @Test(arguments: [StoreDelivery.serial("slow"), .main])
  func aSenderWaitsForTheQueueOfASlowExecutor(delivery: StoreDelivery) {
    let store = CounterStore(delivery: delivery)
    let (gate, begun, seen) = (Barrier(), Barrier(), Recorded<Int>())
    let token = store.subscribe { state in
      if state.count == 1 {
        begun.open()
        gate.wait()
      }
      seen.append(state.count)
    }
    store.add(1)
    begun.wait()
    let count = Backlog.limit * 3
    let sent = Locked(1, rank: .leaf)
    let sender = onThread {
      for _ in 2...count {
        store.add(1)
        sent.withLock { $0 += 1 }
      }
    }
    waitUntil { sent.withLock { $0 } == Backlog.limit }
    // The one that fills the queue does not return.
    for _ in 0..<1_000 { sched_yield() }
    #expect(sent.withLock { $0 } == Backlog.limit)
    gate.open()
    sender.wait()
    waitUntil { seen.count == count + 1 }
    #expect(seen.elements == Array(0...count))
    token.stop()
  }
}
