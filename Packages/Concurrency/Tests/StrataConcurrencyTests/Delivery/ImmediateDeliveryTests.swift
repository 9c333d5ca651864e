import Foundation
import Synchronization
import Testing

@_spi(Strata) @testable import StrataConcurrency

@Suite struct ImmediateDeliveryTests {
  @Test func runsTheJobBeforeItReturns() {
    let (executor, log) = (ImmediateDelivery(), Log())
    executor.deliver { log.add("a") }
    #expect(log.all == ["a"])
  }

  @Test func whatAJobDeliversRunsAfterIt() {
    let (executor, log) = (ImmediateDelivery(), Log())
    executor.deliver {
      executor.deliver {
        executor.deliver { log.add("c") }
        log.add("b")
      }
      log.add("a")
    }
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func deepChainsDoNotRecurse() {
    let executor = ImmediateDelivery()
    let count = Locked(0, rank: .leaf)
    @Sendable func step() {
      let reached = count.withLock { count in
        count += 1
        return count
      }
      if reached < 100_000 { executor.deliver { step() } }
    }
    executor.deliver { step() }
    #expect(count.withLock { $0 } == 100_000)
  }

  @Test func handsOverToTheThreadThatDelivers() async {
    let (executor, log) = (ImmediateDelivery(), Log())
    let (running, handedOver, returned) = (Signal(), Signal(), Signal())
    // The delivery owner has to retain its role until the other thread has come and gone. It blocks, so it is not a
    // task, because tasks share as many threads as there are cores.
    SerialDelivery(label: "deliverer").deliver {
      executor.deliver {
        running.fire()
        while !handedOver.hasFired {}
        log.add("a")
      }
      log.add("deliverer returned")
      returned.fire()
    }
    await running.wait()
    executor.deliver { log.add("b") }
    log.add("handed over")
    handedOver.fire()
    await returned.wait()
    #expect(log.all == ["handed over", "a", "b", "deliverer returned"])
  }

  /// A sender that must not wait inside of its own delivery waits when it has left that.
  ///
  /// By then the queue is short, but its delivery owner has served others for long enough.
  @Test func aSenderTakesTheRoleWhenItHasLeftItsOwnDelivery() async {
    let patience = Backlog.patience.exchange(600_000, ordering: .relaxed)
    defer { Backlog.patience.store(patience, ordering: .relaxed) }
    let (executor, outer) = (ImmediateDelivery(), ImmediateDelivery())
    let (running, isFull, isShort, hasLeft) = (Signal(), Signal(), Signal(), Signal())
    let threads = Locked<[ThreadIdentity]>([], rank: .leaf)
    let sender = Locked<ThreadIdentity?>(nil, rank: .leaf)
    Thread.detachNewThread {
      executor.deliver {
        running.fire()
        while !isFull.hasFired {}
      }
    }
    await running.wait()
    Thread.detachNewThread {
      sender.withLock { $0 = .current }
      outer.deliver {
        for number in 0..<Backlog.limit {
          executor.deliver {
            threads.withLock { $0.append(.current) }
            guard number == Backlog.share else { return }
            isShort.fire()
            while executor.counts.senders == 0, !hasLeft.hasFired {}
          }
        }
        isFull.fire()
        while !isShort.hasFired {}
      }
      hasLeft.fire()
    }
    await hasLeft.wait()
    let (found, own) = (threads.withLock { $0 }, sender.withLock { $0 })
    #expect(found.count == Backlog.limit)
    #expect(found.prefix(Backlog.share + 1).allSatisfy { $0 != own })
    #expect(found.dropFirst(Backlog.share + 1).allSatisfy { $0 == own })
  }
}
