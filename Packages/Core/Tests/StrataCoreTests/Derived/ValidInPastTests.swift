import StrataConcurrency
import Testing

@testable import StrataCore

/// Values that another thread finds to be valid, or computes, while a transaction has written their sources.
@Suite struct ValidInPastTests {
  @Test(arguments: [false, true])
  func aTransactionSeesItsWriteAlsoOfAValueThatAnotherThreadHasChecked(isNested: Bool) {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let inner = Derived(of: kid.context, at: .thisLine()) { "\(kid.name)!" }
    let outer = Derived(of: kid.context, at: .thisLine()) { "<\(inner.value)>" }
    let read: @Sendable () -> String = { isNested ? outer.value : inner.value }
    _ = read()
    // The value is flagged, and its source has the same version.
    kid.name = "a"
    kid.context.transaction {
      kid.name = "b"
      let log = Log()
      onThreads(1) { _ in log.add(read()) }
      #expect(log.all == [isNested ? "<a!>" : "a!"])
      #expect(read() == (isNested ? "<b!>" : "b!"))
      kid.name = "c"
      #expect(read() == (isNested ? "<c!>" : "c!"))
    }
    #expect(read() == (isNested ? "<c!>" : "c!"))
    withExtendedLifetime(anchor) {}
  }

  /// How the value comes to be that of a commit whose observers are not notified yet.
  enum Evaluation: CaseIterable {
    /// The delivery computes it beside the transaction.
    case byDelivery
    /// A reader has computed it before the transaction.
    case byReader
    /// The same, and a write beside the transaction flags it.
    case byReaderAndFlagged
  }

  @Test(arguments: Evaluation.allCases)
  func aTransactionThatChangesNothingLosesNoNotificationOfTheCommitBefore(kind: Evaluation) {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let (delivering, written) = (Gate(), Gate())
    let log = Log()
    let text = Derived(of: kid.context, at: .thisLine()) { "\(kid.name)\(kid.list.count)" }
    let first = kid.context.observe(Item.count) { _ in
      delivering.open()
      written.wait()
    }
    let second = text.observe(at: .thisLine()) { log.add($0) }
    let other = OtherThread {
      kid.context.transaction {
        kid.count = 1
        kid.name = "b"
      }
    }
    delivering.wait()
    if kind != .byDelivery { #expect(text.value == "b0") }
    kid.context.transaction {
      kid.name = "c"
      if kind == .byReaderAndFlagged { onThreads(1) { _ in kid.list = [] } }
      written.open()
      other.join()
      kid.name = "b"
    }
    #expect(log.all == ["b0"])
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func eachReadOfATransactionAgreesWithItsWrites() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let wrong = Log()
    let sum = Derived(of: kid.context, at: .thisLine()) { kid.count + kid.list.count }
    let observation = sum.observe(at: .thisLine()) { _ in }
    onThreads(2) { _ in
      for _ in 0..<4_000 {
        kid.context.transaction {
          kid.count += 1
          let (value, expected) = (sum.value, kid.count + kid.list.count)
          if value != expected { wrong.add("\(value), not \(expected)") }
        }
      }
    }
    #expect(wrong.all == [])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func theLastValueArrivesAmongTransactionsThatOftenChangeNothing() {
    for _ in 0..<60 {
      let (one, other) = (Kid("one"), Kid("other"))
      let root = Kid(kids: [one, other])
      let anchor = Anchor(root.context)
      let last = Locked(0, rank: .leaf)
      let count = Derived(of: root.context, at: .thisLine()) { one.list.count + other.list.count }
      let observation = count.observe(at: .thisLine()) { value in last.withLock { $0 = value } }
      onThreads(4) { _ in
        for number in 0..<100 {
          root.context.transaction {
            if number.isMultiple(of: 2) {
              if !one.list.isEmpty { one.list.removeLast() }
              other.list.append(number)
            } else if one.list.isEmpty {
              let list = other.list
              other.list = []
              one.list = list
            } else {
              other.list.append(one.list.removeFirst())
            }
          }
        }
      }
      #expect(last.withLock { $0 } == count.value)
      withExtendedLifetime((anchor, observation)) {}
    }
  }

  /// Another thread's transaction has read the value and goes on; the others see each commit.
  @Test func aCommitBesideATransactionReachesTheValueForTheOthers() {
    let kid = Kid("a", count: 0)
    let anchor = Anchor(kid.context)
    let (open, over) = (Gate(), Gate())
    let value = Derived(of: kid.context, at: .thisLine()) { "\(kid.name)\(kid.count)" }
    #expect(value.value == "a0")
    let other = OtherThread {
      kid.context.transaction {
        kid.name = "b"
        #expect(value.value == "b0")
        open.open()
        over.wait()
        #expect(value.value == "b2")
      }
    }
    open.wait()
    for count in 1...2 {
      #expect(value.value == "a\(count - 1)")
      kid.count = count
      #expect(value.value == "a\(count)")
    }
    over.open()
    other.join()
    #expect(value.value == "b2")
    withExtendedLifetime(anchor) {}
  }

  /// Its committed value is known, so its observer need not wait for the transaction's end.
  @Test func anObserverIsToldOfACommitBeforeALaterTransactionEnds() {
    let kid = Kid("a", count: 0)
    let anchor = Anchor(kid.context)
    let log = Log()
    let value = Derived(of: kid.context, at: .thisLine()) { "\(kid.name)\(kid.count)" }
    let others = Locked<[OpenTransaction]>([], rank: .leaf)
    let first = kid.context.observe(Item.count) { _ in
      #expect(value.value == "a1")
      let other = OpenTransaction(of: kid.context) { kid.name = "b" }
      others.withLock { $0.append(other) }
    }
    let second = value.observe(at: .thisLine()) { log.add($0) }
    kid.count = 1
    #expect(log.all == ["a1"])
    for other in others.withLock({ $0 }) { other.end() }
    #expect(log.all == ["a1", "b1"])
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func aReaderWaitsForAComputationOfAnotherThread() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let (open, over) = (Gate(), Gate())
    let value = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      let count = kid.count
      if count == 1 {
        open.open()
        over.wait()
      }
      return count
    }
    #expect(value.value == 0)
    kid.count = 1
    let found = Locked<[Int]>([], rank: .leaf)
    let read: @Sendable () -> Void = {
      let number = value.value
      found.withLock { $0.append(number) }
    }
    let first = OtherThread(read)
    open.wait()
    let second = OtherThread(read)
    let isWaiting = {
      kid.context.tree.lock.withLock { value.knownNode?.waiters.isEmpty == false }
    }
    waitUntil { isWaiting() || !found.withLock { $0 }.isEmpty }
    over.open()
    first.join()
    second.join()
    #expect(found.withLock { $0 } == [1, 1])
    withExtendedLifetime(anchor) {}
  }

  /// The written source has the version that the value has seen, for all threads but the writing one.
  @Test func aDirtyValueIsNotComputedAnewBecauseATransactionWritesASource() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let parity = Derived(of: kid.context, at: .thisLine()) { kid.count % 2 }
    let value = Derived(of: kid.context, at: .thisLine()) { () -> String in
      runs.add()
      return "\(parity.value)\(kid.name)"
    }
    #expect(value.value == "1a")
    kid.count = 3
    let other = OpenTransaction(of: kid.context) { kid.name = "b" }
    #expect(value.value == "1a")
    #expect(runs.count == 1)
    other.end()
    #expect(value.value == "1b")
    withExtendedLifetime(anchor) {}
  }
}
