import StrataConcurrency
import Synchronization
import Testing

@testable import StrataStores

/// A store that only counts its deliveries.
private final class CountedNode: StoreNode {
  let delivery: StoreDelivery
  let name = "counted"
  let told = Atomic<Int>(0)
  var height: Int {
    get { 0 }
    set {}
  }

  private let isNotified: @Sendable () -> Void

  init(_ delivery: StoreDelivery, isNotified: @escaping @Sendable () -> Void = {}) {
    self.delivery = delivery
    self.isNotified = isNotified
  }

  func batch(_ body: () -> Void) { body() }
  func distribute(onlyFirst: Bool) {
    told.add(1, ordering: .relaxed)
    isNotified()
  }
}

// StrataConcurrency tests the role itself, at all points where threads may meet. These tests check that a delivery uses
// it right.
@Suite struct DeliveryRoleTests {
  @Test func whatIsQueuedWhileAThreadDeliversAloneIsDeliveredBeforeItLeaves() {
    let delivery = StoreDelivery.immediate
    let node = CountedNode(delivery)
    let thread = StoreThread.current
    let isClaimed = delivery.role.acquire()
    #expect(isClaimed)
    // Another thread: it does not get the role, so it has nothing pending.
    #expect(delivery.lock.withLock { delivery.enqueue(node) } == .left)
    #expect(delivery.lock.withLock { delivery.enqueue(node) } == .left)
    #expect(node.told.load(ordering: .relaxed) == 0)
    let isGivenBack = delivery.role.giveBack()
    #expect(!isGivenBack)
    delivery.drain(thread)
    #expect(node.told.load(ordering: .relaxed) == 2)
    let isIdle = delivery.role.isIdle
    #expect(isIdle)
  }

  @Test func whatIsQueuedWhileTheQueueIsWorkedOffIsDeliveredToo() {
    let delivery = StoreDelivery.immediate
    let second = CountedNode(delivery)
    let first = CountedNode(delivery) {
      #expect(delivery.lock.withLock { delivery.enqueue(second) } == .left)
    }
    #expect(delivery.lock.withLock { delivery.enqueue(first) } == .pending)
    delivery.perform(.current)
    #expect(first.told.load(ordering: .relaxed) == 1)
    #expect(second.told.load(ordering: .relaxed) == 1)
    let isIdle = delivery.role.isIdle
    #expect(isIdle)
  }

  @Test func nothingIsLeftBehindWhenTheDelivererLeaves() async {
    // This runs only the two steps that must not miss one another. A thread that has delivered alone releases the role,
    // without the lock, while another thread queues.
    let delivery = StoreDelivery.immediate
    let node = CountedNode(delivery)
    let rounds = 20_000
    await onThreads(2) { thread in
      let current = StoreThread.current
      for round in 0..<rounds {
        if thread == 0 {
          guard delivery.role.acquire() else { continue }
          // A delivery takes a while; of many lengths, so that the two meet at every point.
          for _ in 0..<(round % 97) { _ = current.depth }
          if !delivery.role.giveBack() { delivery.drain(current) }
        } else if delivery.lock.withLock({ delivery.enqueue(node) }) == .pending {
          delivery.perform(current)
        }
      }
    }
    #expect(node.told.load(ordering: .relaxed) == rounds)
    let isIdle = delivery.role.isIdle
    #expect(isIdle)
  }
}
