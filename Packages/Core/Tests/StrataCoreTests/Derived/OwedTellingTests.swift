import Foundation
import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Observed values that cannot be stored when their observers' turn comes are delivered later, without endless
/// attempts.
@Suite struct OwedTellingTests {
  @Test func aWriteInsideAnotherTreesTransactionIsToldWhenThatEnds() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let log = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    let observation = sum.observe(at: .thisLine()) { log.add("\($0)") }
    let found = reports {
      far.context.transaction {
        far.count = 20
        kid.count = 2
        #expect(log.all.isEmpty)
        #expect(sum.value == 22)
      }
    }
    #expect(found.isEmpty, "\(found)")
    #expect(log.all == ["22"])
    kid.count = 3
    far.count = 30
    #expect(log.all == ["22", "23", "33"])
    withExtendedLifetime((anchors, observation)) {}
  }

  @Test func untilThenACachedValueIsReadAsItWasBefore() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    #expect(sum.value == 11)
    far.context.transaction {
      far.count = 20
      #expect(sum.value == 11)
    }
    #expect(sum.value == 21)
    withExtendedLifetime(anchors) {}
  }

  @Test func soIsOneThatReachesTheValueThroughOthers() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let log = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    let beside = Derived(of: kid.context, at: .thisLine()) { sum.value * 10 }
    let top = Derived(of: kid.context, at: .thisLine()) { beside.value + 1 }
    let observation = top.observe(at: .thisLine()) { log.add("\(beside.value) \($0)") }
    for number in 2...4 {
      far.context.transaction {
        far.count = number * 10
        kid.count = number
        kid.count += 1
      }
      let sum = number * 11 + 1
      #expect(log.take() == ["\(sum * 10) \(sum * 10 + 1)"])
    }
    withExtendedLifetime((anchors, observation)) {}
  }

  @Test func anObservationThatBeginsInAnotherTreesTransactionIsToldWhenThatEnds() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let log = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    #expect(sum.value == 11)
    let observation = far.context.transaction {
      far.count = 20
      return sum.observe(at: .thisLine()) { log.add("\($0)") }
    }
    #expect(log.all == ["21"])
    withExtendedLifetime((anchors, observation)) {}
  }

  @Test func aReaderThatIsFirstToStoreTellsTheObservers() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let log = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    let observation = sum.observe(at: .thisLine()) { log.add("\($0)") }
    far.context.transaction {
      far.count = 20
      kid.count = 2
      // It reads the committed value, and may store it.
      OtherThread { #expect(sum.value == 12) }.join()
      #expect(log.all == ["12"])
    }
    #expect(log.all == ["12", "22"])
    withExtendedLifetime((anchors, observation)) {}
  }

  @Test func observersMayReadWhatIsBeingComputedFromTheValue() {
    let (kid, far) = (Kid(count: 1), Kid(count: 10))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let log = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + far.count }
    let double = Derived(of: kid.context, at: .thisLine()) { sum.value * 2 }
    let observation = sum.observe(at: .thisLine()) { log.add("\($0), \(double.value)") }
    let found = Log()
    far.context.transaction {
      far.count = 20
      kid.count = 2
      OtherThread {
        let reports = reports { #expect(double.value == 24) }
        for report in reports { found.add(report.message) }
      }
      .join()
      #expect(log.all == ["12, 24"])
    }
    #expect(log.all == ["12, 24", "22, 44"])
    #expect(found.all == [])
    withExtendedLifetime((anchors, observation)) {}
  }

  @Test func whoComputesTheValueMayWaitForTheDeliverer() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (begun, read) = (Gate(), Gate())
    let text = Derived(of: kid.context, at: .thisLine()) { "\(kid.count)\(kid.name)" }
    let first = kid.context.observe(Item.count) { _ in
      guard kid.count == 2 else { return }
      begun.open()
      // The other thread computes the value, and waits for the name that this one is changing.
      waitUntil { kid.context.tree.lock.withLock { !kid.context.tree.waiters.isEmpty } }
      kid.count = 3
    }
    let second = text.observe(at: .thisLine()) { log.add($0) }
    let other = OtherThread {
      begun.wait()
      _ = text.value
      read.open()
    }
    Self.change(&kid.name) { name in
      kid.count = 2
      name = "b"
    }
    other.join()
    #expect(text.value == "3b")
    #expect(log.all.last == "3b")
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func aCycleThatIsFoundWhenObserversAreToldIsReported() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let late = Locked<Derived<Int, Never>?>(nil, rank: .leaf)
    let one = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      let inner = late.withLock { $0 }?.value ?? 0
      return inner + kid.count
    }
    let two = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      kid.list.isEmpty ? kid.count : one.value
    }
    late.withLock { $0 = two }
    let observation = one.observe(at: .thisLine()) { log.add("\($0)") }
    let found = reports {
      kid.list = [1]
      kid.count = 1
      kid.count = 2
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.message.contains("A cycle of derived values") }, "\(found)")
    kid.list = []
    #expect(one.value == 4)
    #expect(log.all.last == "4")
    withExtendedLifetime((anchor, observation)) {}
  }

  private static func change(_ name: inout String, _ body: (inout String) -> Void) { body(&name) }

  @Test func aDelivererLeavesAValueBesideAnOpenTransactionToItsEnd() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (committed, computed) = (Gate(), Gate())
    let hasReturned = Atomic(false)
    let low = Derived(of: kid.context, at: .thisLine()) { kid.count }
    let high = Derived(of: kid.context, at: .thisLine()) { "\(low.value)" }
    let first = kid.context.observe(Item.count) { _ in
      guard kid.count == 1 else { return }
      committed.open()
      computed.wait()
    }
    let second = high.observe(at: .thisLine()) { log.add($0) }
    let other = OtherThread {
      committed.wait()
      kid.context.transaction {
        kid.count = 2
        #expect(low.value == 2)
        computed.open()
        for _ in 0..<1_000_000 {
          guard !hasReturned.load(ordering: .relaxed) else { break }
          sched_yield()
        }
        let isOver = hasReturned.load(ordering: .relaxed)
        #expect(isOver, "the other thread delivers without end")
      }
    }
    kid.count = 1
    hasReturned.store(true, ordering: .relaxed)
    other.join()
    #expect(log.all == ["2"])
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func aDelivererTriesAgainUntilAnotherTreesTransactionEnds() {
    let (kid, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let (log, open) = (Log(), Gate())
    let low = Derived(of: far.context, at: .thisLine()) { far.count }
    let high = Derived(of: kid.context, at: .thisLine()) { "\(low.value) \(kid.count)" }
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    let first = kid.context.observe(Item.count) { _ in
      guard kid.count == 1 else { return }
      far.count = 1
      let thread = OtherThread {
        far.context.transaction {
          far.count = 2
          // Computed here, so others cannot store what depends on it.
          #expect(low.value == 2)
          let rounds = kid.context.tree.lock.withLock { kid.context.tree.roundNumber }
          open.open()
          waitUntil { kid.context.tree.lock.withLock { kid.context.tree.roundNumber > rounds } }
        }
      }
      other.withLock { $0 = thread }
      open.wait()
    }
    let second = high.observe(at: .thisLine()) { log.add($0) }
    kid.count = 1
    other.withLock { $0 }?.join()
    #expect(log.all.last == "2 1")
    withExtendedLifetime((anchors, first, second)) {}
  }
}
