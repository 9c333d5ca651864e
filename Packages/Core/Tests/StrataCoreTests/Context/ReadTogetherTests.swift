import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct ReadTogetherTests {
  @Test func valuesAreGivenInTheOrderOfTheSlots() {
    let kid = Kid("a", count: 3)
    for anchor in [nil, Anchor(kid.context)] {
      let (list, name, count) = kid.context.readTogether(Item.list, Item.name, Item.count)
      #expect((list, name, count) == ([], "a", 3))
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func noWriteFallsBetweenThem() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    onThreads(3) { thread in
      for step in 1...2_000 {
        if thread == 0 {
          kid.context.transaction {
            kid.count = step
            kid.name = "\(step)"
          }
        } else {
          let (name, count) = kid.context.readTogether(Item.name, Item.count)
          if name != "\(count)", count != 0 { Issue.record("\(name) with \(count)") }
        }
      }
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func anotherThreadsTransactionIsNotSeen() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    kid.context.transaction {
      kid.count = 2
      #expect(kid.context.readTogether(Item.name, Item.count) == ("a", 2))
      let other = OtherThread {
        #expect(kid.context.readTogether(Item.name, Item.count) == ("a", 1))
      }
      other.join()
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func whatAnotherThreadsTransactionChangesInPlaceIsReadAsBefore() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let (open, over) = (Gate(), Gate())
    let found = Locked<[Int]?>(nil, rank: .leaf)
    let change: @Sendable (inout [Int]) -> Void = { list in
      list.append(6)
      open.open()
      over.wait()
    }
    let writer = OtherThread {
      kid.context.transaction {
        kid.list = [5]
        change(&kid.list)
      }
    }
    open.wait()
    let reader = OtherThread {
      let (list, count) = kid.context.readTogether(Item.list, Item.count)
      found.withLock { $0 = list + [count] }
    }
    waitUntil { found.withLock { $0 } != nil || kid.context.hasWaiters }
    #expect(found.withLock { $0 } == [1])
    over.open()
    writer.join()
    reader.join()
    #expect(kid.context.readTogether(Item.list, Item.count) == ([5, 6], 1))
    withExtendedLifetime(anchor) {}
  }

  @Test func allAreTracked() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("changed") }
    for write in [{ kid.name = "b" }, { kid.count = 5 }, { kid.list = [1] }] {
      _ = tracker.track { kid.context.readTogether(Item.name, Item.count) }
      write()
    }
    #expect(log.all == ["changed", "changed"])
    withExtendedLifetime((anchor, tracker)) {}
  }

  @Test func soAreReadsBesideATransactionOfAnotherThread() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("changed") }
    let other = OpenTransaction(of: kid.context) { kid.name = "b" }
    let (name, count) = tracker.track { kid.context.readTogether(Item.name, Item.count) }
    #expect((name, count) == ("a", 1))
    other.end()
    #expect(log.take() == ["changed"])
    withExtendedLifetime((anchor, tracker)) {}
  }

  @Test func aReadAfterTheEndIsReportedOnce() {
    let kid = Kid("a", count: 1)
    do { _ = Anchor(kid.context) }
    let found = reports {
      #expect(kid.context.readTogether(Item.name, Item.count) == ("a", 1))
      #expect(kid.context.readTogether(Item.name, Item.count) == ("a", 1))
    }
    #expect(found.count == 1)
  }

  @Test func whatThisThreadChangesInPlaceEndsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid("a")
      let change = { (name: inout String) in name += kid.context.readTogether(Item.name).self }
      change(&kid.name)
    }
    expectOutput(
      result?.standardErrorContent,
      contains: "this thread is changing Item.name in place and tries to read the same property"
    )
  }
}
