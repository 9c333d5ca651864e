import Foundation
import Synchronization
import Testing

@_spi(Strata) @testable import StrataConcurrency
@testable import StrataCore

@Suite struct BoundedDeliveryTests {
  init() { Backlog.patience.store(3_600_000, ordering: .relaxed) }

  /// A tree whose observer stops at the first value until a gate opens.
  private final class Held: Sendable {
    let kid = Kid()
    let anchor: Anchor
    let gate = Gate()
    let begun = Gate()
    let seen = Locked<[(value: Int, thread: ThreadIdentity)]>([], rank: .leaf)
    private let observation = Locked<Subscription?>(nil, rank: .leaf)

    init(_ whenBegun: @escaping @Sendable () -> Void = {}) {
      anchor = Anchor(kid.context)
      let (gate, begun, seen) = (gate, begun, seen)
      let token = kid.context.observe(Item.count) { change in
        let value = change.newValue(as: Item.count)
        seen.withLock { $0.append((value, .current)) }
        guard value == 1 else { return }
        begun.open()
        gate.wait()
        whenBegun()
      }
      observation.withLock { $0 = token }
    }

    /// Begins to deliver on a thread of its own, which stays in the observer.
    func beginDelivery() -> OtherThread {
      let thread = OtherThread { self.kid.count = 1 }
      begun.wait()
      return thread
    }

    var senders: Int {
      let tree = kid.context.tree
      return tree.lock.withLock { tree.backlog.waiterCount }
    }

    var rounds: Int {
      let tree = kid.context.tree
      return tree.lock.withLock { tree.rounds.waitingCount }
    }

    var values: [Int] { seen.withLock { $0.map(\.value) } }
  }

  @Test func aThreadThatCommitsWaitsWhileManyRoundsDo() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    let count = Backlog.limit + 10
    let sender = OtherThread { for value in 2...count { held.kid.count = value } }
    waitUntil { held.senders == 1 }
    #expect(held.rounds == Backlog.limit)
    #expect(held.values == [1])
    held.gate.open()
    deliveryOwner.join()
    sender.join()
    #expect(held.values == Array(1...count))
    #expect(held.rounds == 0)
    #expect(held.senders == 0)
  }

  @Test func aDelivererHandsOverAfterItsShare() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    let count = Backlog.limit + 10
    let sender = OtherThread { for value in 2...count { held.kid.count = value } }
    waitUntil { held.senders == 1 }
    held.gate.open()
    deliveryOwner.join()
    sender.join()
    let seen = held.seen.withLock { $0 }
    let first = seen[0].thread
    // Its own round, then those of the other thread.
    #expect(seen.count { $0.thread == first } == 1 + Backlog.share)
    #expect(seen.map(\.value) == Array(1...count))
  }

  @Test func aDelivererThatHasServedForLongFindsTheNextCommitter() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    // Too few for a wait, and more than a share.
    let count = Backlog.share * 2
    let sender = OtherThread { for value in 2...count { held.kid.count = value } }
    sender.join()
    #expect(held.senders == 0)
    held.gate.open()
    deliveryOwner.join()
    #expect(held.values == Array(1...count))
  }

  @Test func whatADelivererCommitsItselfNeverWaits() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let seen = Locked(0, rank: .leaf)
    let count = Backlog.limit * 2
    let observations = [
      kid.context.observe(Item.count) { _ in
        for _ in 0..<count { kid.list.append(1) }
      },
      kid.context.observe(Item.list) { _ in seen.withLock { $0 += 1 } },
    ]
    kid.count = 1
    #expect(seen.withLock { $0 } == count)
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func aThreadWaitsWhenItHasLeftItsTransaction() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    let (other, written) = (Kid(), Gate())
    let anchor = Anchor(other.context)
    let count = Backlog.limit * 2
    let sender = OtherThread {
      other.context.transaction {
        for value in 2...count { held.kid.count = value }
        written.open()
      }
    }
    // It has not waited inside.
    written.wait()
    #expect(held.rounds == count - 1)
    waitUntil { held.senders == 1 }
    held.gate.open()
    deliveryOwner.join()
    sender.join()
    #expect(held.values == Array(1...count))
    withExtendedLifetime(anchor) {}
  }

  @Test func aThreadWaitsWhenItHasLeftTheDeliveryOfAnotherTree() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    let (other, written) = (Kid(), Gate())
    let anchor = Anchor(other.context)
    let count = Backlog.limit * 2
    let observation = other.context.observe(Item.count) { _ in
      for value in 2...count { held.kid.count = value }
      written.open()
    }
    // A round of several changes enters the other tree's queue.
    let sender = OtherThread {
      other.context.transaction {
        other.list.append(1)
        other.count = 1
      }
    }
    written.wait()
    waitUntil { held.senders == 1 }
    held.gate.open()
    deliveryOwner.join()
    sender.join()
    #expect(held.values == Array(1...count))
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aThreadDoesNotWaitForADelivererThatNeedsWhatItChanges() {
    let other = Kid()
    let anchor = Anchor(other.context)
    // The delivery owner reads the value that the sender has checked out.
    let held = Held { #expect(other.list.count == 1) }
    let deliveryOwner = held.beginDelivery()
    let count = Backlog.limit + 10
    let sender = OtherThread {
      func change(_ list: inout [Int]) {
        for value in 2...count { held.kid.count = value }
        list.append(1)
      }
      change(&other.list)
    }
    waitUntil { held.senders == 1 }
    held.gate.open()
    deliveryOwner.join()
    sender.join()
    #expect(held.values == Array(1...count))
    withExtendedLifetime(anchor) {}
  }

  @Test func aThreadGoesOnWhenTheDelivererNeedsALockOfTheProgramThatItHas() {
    let lock = NSRecursiveLock()
    let held = Held {
      lock.lock()
      lock.unlock()
    }
    let tree = held.kid.context.tree
    tree.lock.withLock { tree.backlog.progress = BacklogProgress(patience: 1) }
    let deliveryOwner = held.beginDelivery()
    let count = Backlog.limit + 10
    let sender = OtherThread {
      lock.lock()
      held.gate.open()
      for value in 2...count { held.kid.count = value }
      lock.unlock()
    }
    sender.join()
    deliveryOwner.join()
    #expect(held.values == Array(1...count))
  }

  @Test func twoTreesThatWriteToOneAnotherDoNotWaitForOneAnother() {
    let (left, right) = (Kid(), Kid())
    let anchors = [Anchor(left.context), Anchor(right.context)]
    let tally = Locked((left: 0, right: 0), rank: .leaf)
    let observations = [
      left.context.observe(Item.count) { _ in right.list.append(0) },
      right.context.observe(Item.count) { _ in left.list.append(0) },
      left.context.observe(Item.list) { _ in tally.withLock { $0.left += 1 } },
      right.context.observe(Item.list) { _ in tally.withLock { $0.right += 1 } },
    ]
    onThreads(4) { number in
      for value in 1...3_000 {
        if number.isMultiple(of: 2) { left.count &+= value } else { right.count &+= value }
      }
    }
    #expect(tally.withLock { $0 } == (6_000, 6_000))
    withExtendedLifetime((anchors, observations)) {}
  }

  @Test func twoWritersAndASlowObserverKeepTheQueueShort() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let seen = Locked<[Int]>([], rank: .leaf)
    let peak = Locked(0, rank: .leaf)
    let tree = kid.context.tree
    let observation = kid.context.observe(Item.count) { change in
      let length = tree.lock.withLock { tree.rounds.waitingCount }
      peak.withLock { $0 = max($0, length) }
      for _ in 0..<2 { sched_yield() }
      seen.withLock { $0.append(change.newValue(as: Item.count)) }
    }
    onThreads(2) { _ in for _ in 0..<5_000 { kid.count += 1 } }
    #expect(seen.withLock { $0 } == Array(1...10_000))
    #expect(peak.withLock { $0 } <= Backlog.limit + 2)
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aCallInTurnComesAfterWhatIsQueued() {
    let held = Held()
    let deliveryOwner = held.beginDelivery()
    held.kid.count = 2
    let thread = Locked<(seen: [Int], thread: ThreadIdentity)?>(nil, rank: .leaf)
    held.kid.context.callInTurn {
      let seen = held.values
      thread.withLock { $0 = (seen, .current) }
    }
    held.kid.count = 3
    #expect(thread.withLock { $0 } == nil)
    held.gate.open()
    deliveryOwner.join()
    #expect(thread.withLock { $0?.seen } == [1, 2])
    let first = held.seen.withLock { $0[0].thread }
    #expect(thread.withLock { $0?.thread } == first)
  }

  @Test func aCallInTurnIsMadeAtOnceWhenNobodyDelivers() {
    let kid = Kid()
    let log = Log()
    kid.context.callInTurn { log.add("without a tree") }
    let anchor = Anchor(kid.context)
    kid.context.callInTurn { log.add("in a tree") }
    #expect(log.all == ["without a tree", "in a tree"])
    withExtendedLifetime(anchor) {}
  }
}
