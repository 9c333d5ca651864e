import StrataConcurrency
import Testing

@testable import StrataCore

/// Nobody but its own thread sees what a transaction has computed before it ends.
@Suite struct CommittedValueTests {
  @Test func observersAreNotNotifiedOfWhatAnOpenTransactionHasComputed() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (committed, replaced, over) = (Gate(), Gate(), Gate())
    let text = Derived(of: kid.context, at: .thisLine()) { "\(kid.count)\(kid.name)" }
    let first = text.observe(at: .thisLine()) { value in
      guard value == "1c" else { return }
      committed.open()
      replaced.wait()
    }
    let second = text.observe(at: .thisLine()) { log.add($0) }
    let other = OtherThread {
      committed.wait()
      kid.context.transaction {
        kid.count = 2
        #expect(text.value == "2c")
        replaced.open()
        over.wait()
        kid.count = 1
      }
    }
    kid.context.transaction {
      kid.count = 1
      kid.name = "c"
    }
    over.open()
    other.join()
    #expect(log.all == ["1c"])
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func trackersAndRecordingsOfAValueAreGivenTheCommittedOne() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (committed, replaced, over) = (Gate(), Gate(), Gate())
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    let first = double.observe(at: .thisLine()) { value in
      guard value == 2 else { return }
      committed.open()
      replaced.wait()
    }
    let tracker = Tracker("tracker", at: .thisLine()) { change in
      log.add("\(change.anyNewValue)")
    } onChange: {
    }
    #expect(tracker.track { double.value } == 0)
    let other = OtherThread {
      committed.wait()
      kid.context.transaction {
        kid.count = 2
        #expect(double.value == 4)
        replaced.open()
        over.wait()
        kid.count = 1
      }
    }
    kid.count = 1
    over.open()
    other.join()
    #expect(log.all == ["success(2)"])
    withExtendedLifetime((anchor, first)) {}
  }

  @Test func anObserverThatBeginsBesideAnOpenTransactionIsNotifiedOfItsCommit() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (replaced, over) = (Gate(), Gate())
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    #expect(double.value == 0)
    let other = OtherThread {
      kid.context.transaction {
        kid.count = 2
        #expect(double.value == 4)
        replaced.open()
        over.wait()
      }
    }
    replaced.wait()
    let observation = double.observe(at: .thisLine()) { log.add("\($0)") }
    over.open()
    other.join()
    #expect(log.all == ["4"])
    kid.count = 3
    #expect(log.all == ["4", "6"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func anObserverThatBeginsInATransactionIsNotifiedOfItsCommit() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    #expect(double.value == 0)
    let observation = kid.context.transaction {
      kid.count = 1
      let observation = double.observe(at: .thisLine()) { log.add("\($0)") }
      kid.count = 2
      return observation
    }
    #expect(log.take() == ["4"])
    let another = kid.context.transaction {
      kid.count = 3
      return double.observe(at: .thisLine()) { log.add("another \($0)") }
    }
    #expect(log.take() == ["6", "another 6"])
    withExtendedLifetime((anchor, observation, another)) {}
  }

  @Test func aTransactionThatReturnsToWhereItBeganNotifiesNobody() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    let beyond = Derived(of: kid.context, at: .thisLine()) { double.value + 1 }
    let observations = [
      double.observe(at: .thisLine()) { log.add("\($0)") },
      beyond.observe(at: .thisLine()) { log.add("beyond \($0)") },
    ]
    for last in [false, true] {
      kid.context.transaction {
        kid.count = 1
        #expect(beyond.value == 3)
        kid.count = 0
        if last { #expect(beyond.value == 1) }
      }
      #expect(log.take() == [])
      #expect(beyond.value == 1)
    }
    kid.count = 1
    #expect(log.take() == ["2", "beyond 3"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func commitsThatReturnToWhatWasDeliveredLastNotifyNobody() {
    let kid = Kid("b", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let (begun, over) = (Gate(), Gate())
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    let first = kid.context.observe(Item.count, at: .thisLine()) { _ in
      begun.open()
      over.wait()
    }
    let second = double.observe(at: .thisLine()) { log.add("\($0)") }
    let other = OtherThread { kid.count = 1 }
    begun.wait()
    #expect(double.value == 2)
    kid.count = 0
    #expect(double.value == 0)
    over.open()
    other.join()
    #expect(log.all == [])
    kid.count = 4
    #expect(log.all == ["8"])
    withExtendedLifetime((anchor, first, second)) {}
  }

  /// Calls something when it goes.
  private final class Trap: Sendable {
    let number: Int
    let onEnd: Locked<(@Sendable () -> Void)?>

    init(_ number: Int, _ onEnd: Locked<(@Sendable () -> Void)?>) {
      (self.number, self.onEnd) = (number, onEnd)
    }

    deinit { onEnd.withLock { $0.take() }?() }
  }

  @Test func aReaderIsNeverGivenWhatATransactionHasComputedInItsMiddle() {
    let kid = Kid("0", count: 0)
    let anchor = Anchor(kid.context)
    let onEnd = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let pair = Derived<Trap, Never>(of: kid.context, at: .thisLine(), areEqual: nil) {
      Trap(kid.count * 10 + (Int(kid.name) ?? 0), onEnd)
    }
    #expect(pair.value.number == 0)
    kid.context.transaction {
      kid.count = 1
      kid.name = "1"
    }
    // Runs when the reader has stored the value and releases the one before.
    onEnd.withLock {
      $0 = {
        OtherThread {
          kid.context.transaction {
            kid.count = 2
            #expect(pair.value.number == 21)
            kid.name = "2"
          }
        }
        .join()
      }
    }
    let seen = pair.value.number
    #expect(onEnd.withLock { $0 == nil })
    #expect(seen == 11 || seen == 22, "\(seen)")
    #expect(pair.value.number == 22)
    withExtendedLifetime(anchor) {}
  }

  @Test func aWriteOfAnotherThreadIsNoWriteOfTheComputation() {
    let kid = Kid("", count: 0)
    let anchor = Anchor(kid.context)
    let onEnd = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let source = Derived<Trap, Never>(of: kid.context, at: .thisLine(), areEqual: nil) {
      Trap(kid.count, onEnd)
    }
    let inner = Derived(of: kid.context, at: .thisLine()) {
      kid.name.isEmpty ? -1 : source.value.number
    }
    let outer = Derived(of: kid.context, at: .thisLine()) { "\(kid.name)\(inner.value)" }
    #expect(source.value.number == 0)
    #expect(outer.value == "-1")
    kid.count = 1
    kid.name = "x"
    onEnd.withLock { $0 = { OtherThread { kid.count = 2 }.join() } }
    let found = reports { #expect(["x1", "x2"].contains(outer.value)) }
    #expect(onEnd.withLock { $0 == nil })
    #expect(found.isEmpty, "\(found.map(\.message))")
    #expect(outer.value == "x2")
    withExtendedLifetime(anchor) {}
  }
}
