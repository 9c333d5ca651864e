import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

@Suite struct ContextTransactionTests {
  struct Failure: Error {}

  @Test func otherThreadsSeeTheValuesFromBeforeWithoutWaiting() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    kid.context.transaction {
      kid.count = 2
      kid.name = "b"
      kid.list.append(1)
      kid.kids = [Kid("k")]
      #expect(kid.count == 2)
      #expect(kid.list == [1])
      #expect(kid.kids.count == 1)
      let other = OtherThread {
        #expect(kid.count == 1)
        #expect(kid.name == "a")
        #expect(kid.list == [])
        #expect(kid.kids.isEmpty)
      }
      other.join()
      kid.list.append(2)
    }
    #expect(kid.count == 2)
    #expect(kid.list == [1, 2])
    withExtendedLifetime(anchor) {}
  }

  @Test func otherThreadsNeverSeeTheMiddle() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let isOver = Locked(false, rank: .leaf)
    kid.list = [0]
    let reader = OtherThread {
      while !isOver.withLock({ $0 }) {
        // One transaction is one consistent state, so both values belong to the same commit.
        let (count, list) = kid.context.transaction { (kid.count, kid.list) }
        #expect(list == [count])
      }
    }
    for number in 1...500 {
      kid.context.transaction {
        kid.count = number
        kid.list = [number]
      }
    }
    isOver.withLock { $0 = true }
    reader.join()
    withExtendedLifetime(anchor) {}
  }

  @Test func writesOfOtherThreadsToTheSameSlotWait() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let started = Gate()
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    kid.context.transaction {
      kid.count = 10
      let thread = OtherThread {
        started.open()
        kid.name = "not held"
        kid.count += 5
        log.add("other")
      }
      other.withLock { $0 = thread }
      started.wait()
      waitUntil { kid.name == "not held" }
      log.add("end")
      kid.count += 1
    }
    other.withLock { $0 }?.join()
    #expect(kid.count == 16)
    #expect(log.all == ["end", "other"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anAcquiredListStaysAsItIsUntilTheTransactionEnds() {
    let kid = Kid(kids: [Kid("a")])
    let anchor = Anchor(kid.context)
    let log = Log()
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    kid.context.transaction {
      kid.context.acquire(Item.kids.index)
      let thread = OtherThread {
        kid.kids = []
        log.add("other")
      }
      other.withLock { $0 = thread }
      waitUntil { kid.context.hasWaiters || log.all == ["other"] }
      log.add("end with \(kid.kids.count)")
    }
    other.withLock { $0 }?.join()
    #expect(log.all == ["end with 1", "other"])
    #expect(kid.kids.isEmpty)
    withExtendedLifetime(anchor) {}
  }

  @Test func eachChangedPropertyIsNotifiedOnceAfterTheOutermostEnd() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let observations = [
      kid.context.observe(Item.count) { change in
        log.add(
          "count \(change.oldValue(as: Item.count) ?? -1)>\(change.newValue(as: Item.count))"
        )
      },
      kid.context.observe(Item.name) { log.add("name \($0.newValue(as: Item.name))") },
      kid.context.observe(Item.list) { log.add("list \($0.newValue(as: Item.list))") },
    ]
    kid.context.transaction {
      kid.count = 2
      kid.name = "x"
      kid.context.transaction {
        kid.count = 3
        kid.list.append(1)
      }
      #expect(log.all == [])
      kid.list.append(2)
      kid.name = ""
    }
    // `name` has its old value, so its observer is not notified.
    #expect(log.all == ["count 1>3", "list [1, 2]"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func aChangeInPlaceThatEndsEqualIsNotNotified() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let log = Log()
    let observation = kid.context.observe(Item.list) { _ in log.add("list") }
    kid.context.transaction {
      kid.list.append(1)
      kid.list.removeLast()
    }
    #expect(log.all == [])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aThrowCommitsWhatWasWritten() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let observation = kid.context.observe(Item.count) {
      log.add("\($0.newValue(as: Item.count))")
    }
    #expect(throws: Failure.self) {
      try kid.context.transaction {
        kid.count = 2
        throw Failure()
      }
    }
    #expect(log.all == ["2"])
    let other = OtherThread { kid.count += 1 }
    other.join()
    #expect(kid.count == 3)
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func twoThreadsTransactionsFollowOneAnother() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    onThreads(4) { _ in
      for _ in 0..<250 {
        kid.context.transaction {
          let count = kid.count
          kid.list.append(count)
          kid.count = count + 1
        }
      }
    }
    #expect(kid.count == 1_000)
    #expect(kid.list == Array(0..<1_000))
    withExtendedLifetime(anchor) {}
  }

  @Test func otherThreadsReadThePastOfEachOfManyProperties() {
    let kids = (0..<12).map { Kid("before \($0)") }
    let root = Kid(kids: kids)
    let anchor = Anchor(root.context)
    root.context.transaction {
      for kid in kids {
        kid.name = "after"
        OtherThread {
          for (number, kid) in kids.enumerated() { #expect(kid.name == "before \(number)") }
        }
        .join()
      }
    }
    #expect(kids.allSatisfy { $0.name == "after" })
    withExtendedLifetime(anchor) {}
  }

  @Test func contextsInNoTreeRunTheClosureAsItIs() {
    let kid = Kid(count: 1)
    let result = kid.context.transaction {
      kid.count += 1
      return kid.count
    }
    #expect(result == 2)
  }

  @Test func anOwnerPublishesItsValueAfterTheCommitAndBeforeTheNotifications() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let observation = kid.context.observe(Item.count) { _ in log.add("observer \(kid.count)") }
    let commit = { (number: Int) in
      kid.context.transaction {
        kid.count = number
        log.add("written")
      } thenPublishing: {
        OtherThread { log.add("others see \(kid.count)") }.join()
      }
    }
    commit(2)
    #expect(log.take() == ["written", "others see 2", "observer 2"])
    kid.context.transaction {
      commit(3)
      #expect(log.take() == ["written", "others see 2"])
    }
    #expect(log.take() == ["observer 3"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test(arguments: [false, true])
  func anOwnerPublishesItsValueWhereNobodyObservesIt(isInTree: Bool) {
    let kid = Kid(count: 1)
    let anchor = isInTree ? Anchor(kid.context) : nil
    let log = Log()
    kid.context.transaction {
      kid.count = 2
    } thenPublishing: {
      OtherThread { log.add("others see \(kid.count)") }.join()
    }
    #expect(log.all == ["others see 2"])
    withExtendedLifetime(anchor) {}
  }

  @Test func writesToAnotherTreeAreNotPartOfIt() {
    let (one, two) = (Kid(), Kid())
    let anchors = [Anchor(one.context), Anchor(two.context)]
    one.context.transaction {
      two.count = 5
      let other = OtherThread { #expect(two.count == 5) }
      other.join()
    }
    withExtendedLifetime(anchors) {}
  }

  @Test func structureIsSettledAtTheEnd() {
    let log = Log()
    Hooked.$log.withValue(log) {
      let root = Kid.loud("r", kids: [.loud("a"), .loud("b")])
      let anchor = Anchor(root.context)
      #expect(log.take() == ["+r", "+a", "+b"])
      root.context.transaction {
        root.kids.removeFirst()
        root.kids.append(.loud("c"))
        root.kids.append(.loud("d"))
        root.kids.remove(at: 1)
        #expect(log.all == [])
      }
      #expect(log.take() == ["-a", "+d"])
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func aMoveBetweenSlotsKeepsTheLife() {
    let log = Log()
    Hooked.$log.withValue(log) {
      let mover = Kid.loud("m", kids: [.loud("n")])
      let (from, to) = (Kid.loud("from", kids: [mover]), Kid.loud("to"))
      let root = Kid.loud("r", kids: [from, to])
      let anchor = Anchor(root.context)
      _ = log.take()
      for (source, target) in [(from, to), (to, from)] {
        root.context.transaction {
          let moved = source.kids.removeLast()
          target.kids.append(moved)
        }
        #expect(log.take() == [])
        #expect(mover.context.isLive)
      }
      // The same in the other order of writes.
      root.context.transaction {
        to.only = mover
        from.kids = []
      }
      #expect(log.take() == [])
      to.only = nil
      #expect(log.take() == ["-m", "-n"])
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func parentAndChildMayChangePlaces() {
    let log = Log()
    Hooked.$log.withValue(log) {
      let inner = Kid.loud("inner")
      let outer = Kid.loud("outer", kids: [inner])
      let root = Kid.loud("r", kids: [outer])
      let anchor = Anchor(root.context)
      _ = log.take()
      let found = reports {
        root.context.transaction {
          outer.kids = []
          inner.kids = [outer]
          root.kids = [inner]
        }
      }
      #expect(found == [])
      #expect(log.take() == [])
      #expect(outer.context.isLive && inner.context.isLive)
      root.kids = []
      #expect(log.take() == ["-inner", "-outer"])
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func aTreeThatEndsInsideItsTransactionIsLeftInOrder() {
    let kid = Kid("a", count: 1, kids: [Kid("k")])
    weak let weakKid = kid.kids[0].context
    var anchor: Anchor? = Anchor(kid.context)
    kid.context.transaction {
      kid.count = 2
      kid.list.append(1)
      kid.kids.append(Kid("l"))
      _ = consume anchor
      anchor = nil
    }
    #expect(!kid.context.isLive)
    #expect(weakKid == nil)
  }

  @Test(arguments: [false, true])
  func ofATransactionAWholeOrNothingReachesAContextThatLeavesMeanwhile(inPlace: Bool) {
    let kid = Kid("0", count: 0)
    let root = Kid("r", kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.context.transaction {
        kid.count = 1
        if inPlace { kid.count += 1 }
        OtherThread { root.kids = [] }.join()
        kid.name = "1"
      }
    }
    #expect(found.count == 1)
    #expect(kid.count == 0)
    #expect(kid.name == "0")
    root.kids = [kid]
    #expect(kid.count == 0)
    #expect(kid.name == "0")
    withExtendedLifetime(anchor) {}
  }

  /// Before a rejected write, and after one.
  @Test(arguments: [false, true])
  func ofATransactionChildrenAndValuesReachAContextTogetherOrNotAtAll(isBefore: Bool) {
    let grandchild = Kid("g")
    let kid = Kid("0", kids: [grandchild])
    let root = Kid("r", kids: [kid])
    let anchor = Anchor(root.context)
    // The contents of a removed context remain, because a history could restore it.
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    if !isBefore { root.kids = [] }
    let found = reports {
      root.context.transaction {
        if isBefore {
          kid.kids = [Kid("new")]
          OtherThread { root.kids = [] }.join()
          kid.name = "1"
        } else {
          kid.name = "1"
          OtherThread { root.kids = [kid] }.join()
          kid.kids.append(Kid("new"))
        }
      }
    }
    #expect(found.count == 1)
    if isBefore { root.kids = [kid] }
    #expect(kid.name == "0")
    #expect(kid.kids.map(\.name) == ["g"])
    #expect(grandchild.context.isLive)
    kid.kids.append(Kid("later"))
    #expect(kid.kids.map(\.name) == ["g", "later"])
    #expect(kid.kids.allSatisfy { $0.context.isLive })
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func whatATransactionHasWrittenWholeBeforeAContextLeavesStays() {
    let kid = Kid("0", count: 0)
    let root = Kid("r", kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.context.transaction {
        kid.count = 1
        kid.name = "1"
        OtherThread { root.kids = [] }.join()
      }
    }
    #expect(found.isEmpty)
    root.kids = [kid]
    #expect(kid.count == 1)
    #expect(kid.name == "1")
    withExtendedLifetime(anchor) {}
  }
}
