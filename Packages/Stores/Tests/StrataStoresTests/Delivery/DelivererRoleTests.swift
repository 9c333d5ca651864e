import StrataConcurrency
import Synchronization
import Testing

@testable import StrataStores

/// A store of which only the number of its deliveries is of interest.
private final class CountedNode: StoreNode {
  let delivery: StoreDelivery
  let name = "counted"
  let told = Atomic<Int>(0)
  var height: Int {
    get { 0 }
    set {}
  }

  init(_ delivery: StoreDelivery) {
    self.delivery = delivery
  }

  func batch(_ body: () -> Void) { body() }
  func distribute(onlyFirst: Bool) { told.add(1, ordering: .relaxed) }
  func deliverLone(_ thread: StoreThread) {}
}

@Suite struct DelivererRoleTests {
  @Test func nothingIsLeftBehindWhenTheDelivererLeaves() async {
    // Nothing but the two steps that must not miss one another: a thread that has delivered alone
    // gives the role back, without the lock, while another thread queues.
    let delivery = StoreDelivery.immediate
    let node = CountedNode(delivery)
    let rounds = 500_000
    await onThreads(2) { thread in
      let current = StoreThread.current
      for round in 0..<rounds {
        if thread == 0 {
          let isAlone = delivery.lock.withLock {
            guard delivery.role.load(ordering: .relaxed) == StoreDelivery.Role.idle else {
              return false
            }
            delivery.role.store(StoreDelivery.Role.running, ordering: .relaxed)
            return true
          }
          guard isAlone else { continue }
          // A delivery takes a while; of many lengths, so that the two meet at every point.
          for _ in 0..<(round % 97) { _ = current.depth }
          delivery.endLone(current)
        } else if delivery.lock.withLock({ delivery.enqueue(node) }) {
          delivery.perform(current)
        }
      }
    }
    #expect(node.told.load(ordering: .relaxed) == rounds)
    #expect(delivery.role.load(ordering: .relaxed) == StoreDelivery.Role.idle)
  }
}
