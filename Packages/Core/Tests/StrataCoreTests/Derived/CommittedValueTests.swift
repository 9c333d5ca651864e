import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Only its own thread sees the values that a transaction has computed before its end.
@Suite struct CommittedValueTests {
  @Test func aTransactionThatChangesNothingLeavesTheValue() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let double = Derived(of: kid.context, at: .thisLine()) {
      runs.add()
      return kid.count * 2
    }
    #expect(double.value == 2)
    kid.context.transaction {
      kid.count = 2
      kid.count = 1
    }
    #expect(double.value == 2)
    #expect(runs.count == 1)
    withExtendedLifetime(anchor) {}
  }

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

  /// Calls a closure when it is released.
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
    // Runs when the reader has stored the value and releases the previous one.
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

  @Test func theValueThatAnObserverWasGivenBeforeIsReleasedWithoutTheLock() {
    let kid = Kid("0", count: 0)
    let anchor = Anchor(kid.context)
    let onEnd = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let log = Log()
    let trap = Derived<Trap, Never>(of: kid.context, at: .thisLine(), areEqual: nil) {
      Trap(kid.count, onEnd)
    }
    let observation = trap.observe(at: .thisLine()) { log.add("\($0.number)") }
    let end: @Sendable () -> Void = { log.add("0 has gone, \(kid.name) is there") }
    onEnd.withLock { $0 = end }
    kid.count = 1
    #expect(log.all == ["1", "0 has gone, 0 is there"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func anObserverThatWritesIsSeenByThoseThatAreNotifiedAfterIt() {
    let kid = Kid("", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let count = Derived(of: kid.context, at: .thisLine()) { kid.count }
    let text = Derived(of: kid.context, at: .thisLine()) { "\(kid.count)\(kid.name)" }
    let other = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    let observations = [
      count.observe(at: .thisLine()) {
        log.add("\($0)")
        kid.name = "a"
      },
      text.observe(at: .thisLine()) { log.add($0) },
      other.observe(at: .thisLine()) { log.add("\($0)") },
    ]
    kid.count = 1
    #expect(log.take() == ["1", "1a", "2"])
    kid.context.transaction {
      kid.count = 2
      kid.name = ""
    }
    #expect(log.take() == ["2", "2a", "4"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func anObservationThatAnotherObserverEndsIsNotNotified() {
    let kid = Kid("", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let nodes = (0..<3).map { number in
      Derived(of: kid.context, at: .thisLine()) { kid.count + number }
    }
    let second = Locked<Subscription?>(nil, rank: .leaf)
    let first = nodes[0].observe(at: .thisLine()) {
      log.add("\($0)")
      second.withLock { $0.take() }?.cancel()
    }
    let made = nodes[1].observe(at: .thisLine()) { log.add("\($0)") }
    second.withLock { $0 = made }
    let third = nodes[2].observe(at: .thisLine()) { log.add("\($0)") }
    kid.count = 1
    #expect(log.all == ["1", "3"])
    withExtendedLifetime((anchor, first, made, third)) {}
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

  @Test func aRestorationThatChangesNothingLeavesNoFormerVersionBehind() throws {
    let kid = Kid("", count: 0)
    let anchor = Anchor(kid.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = kid.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    kid.count = 1
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    #expect(double.value == 2)
    let entry = try #require(entries.withLock { $0.last })
    let outcome = entry.restore(at: .thisLine()) { _ in false }
    #expect("\(outcome)" == "notAcquired")
    #expect(double.value == 2)
    kid.count = 2
    #expect(double.value == 4)
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func aTransactionThatChangesNothingKeepsAWriteBesideItThatDoes() {
    let kid = Kid("a", count: 0)
    let anchor = Anchor(kid.context)
    let (compared, mayGoOn, written) = (Gate(), Gate(), Gate())
    let isFirst = Atomic(true)
    let text = Derived(of: kid.context, at: .thisLine()) { kid.name }
    #expect(text.value == "a")
    let other = OtherThread {
      kid.context.write(Item.name, "b") { old, new in
        if isFirst.exchange(false, ordering: .relaxed) {
          compared.open()
          mayGoOn.wait()
        }
        return old == new
      }
      written.open()
    }
    compared.wait()
    kid.context.transaction {
      kid.name = "c"
      mayGoOn.open()
      written.wait()
      kid.name = "b"
    }
    other.join()
    #expect(text.value == "b")
    withExtendedLifetime(anchor) {}
  }
}
