import StrataConcurrency
import Testing

@testable import StrataCore

/// Writes of numbers that nobody observes when a transaction makes them, so that it keeps no boxes.
@Suite struct PlainWriteTests {
  @Test func anObserverThatComesDuringTheTransactionIsNotified() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    var observation: (any Cancellable)?
    kid.context.transaction {
      kid.count = 2
      observation = kid.context.observe(Item.count) { change in
        log.add(
          "\(change.oldValue(as: Item.count) ?? -1)>\(change.newValue(as: Item.count))"
        )
      }
      kid.count = 3
    }
    #expect(log.all == ["1>3"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func anEqualNumberIsNoChangeForAnObserverThatComesDuringTheTransaction() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    var observation: (any Cancellable)?
    kid.context.transaction {
      kid.count = 2
      observation = kid.context.observe(Item.count) { _ in log.add("change") }
      kid.count = 1
    }
    #expect(log.all == [])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func writesTakeTheShortestPathAgainAfterTheLastChangeLog() throws {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let tree = kid.context.tree
    let changeLogs = try (0..<2).map { _ in
      try #require(kid.context.openChangeLog(keepsValues: true) { _ in })
    }
    changeLogs[0].stopRecording(kid.context)
    #expect(tree.lock.flagWord & TreeFlags.logs != 0)
    changeLogs[1].stopRecording(kid.context)
    #expect(tree.lock.flagWord & (TreeFlags.logs | TreeFlags.changeListeners) == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: [12, 150])
  func changesStandInTheOrderOfTheFirstWrites(_ count: Int) {
    let kids = (0..<count).map { Kid("\($0)", count: $0) }
    let top = Kid("top")
    let anchor = Anchor(top.context)
    top.kids = kids
    let log = Log()
    var observation: (any Cancellable)?
    top.context.transaction {
      for kid in kids {
        kid.count += 100
        kid.name = "x"
      }
      // Another thread that reads a number finds the former one, whatever was written since.
      OtherThread { for (number, kid) in kids.enumerated() { #expect(kid.count == number) } }.join()
      top.count = 7
      observation = top.context.recordChanges(at: .thisLine()) { log.add("\($0.anyNewValue)") }
      top.name = "last"
    }
    let pairs = kids.indices.flatMap { ["\($0 + 100)", "x"] }
    #expect(log.all == pairs + ["7", "last"])
    OtherThread { for (number, kid) in kids.enumerated() { #expect(kid.count == number + 100) } }
      .join()
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func contextsThatTheTransactionAloneRetainsAreReleasedAfterTheLock() {
    let count = 40
    let top = Kid("top")
    let anchor = Anchor(top.context)
    for size in [1, count] {
      top.kids = (0..<size).map { Kid("\($0)") }
      weak let last = top.kids.last?.context
      top.context.transaction {
        for kid in top.kids { kid.count = 5 }
        // Removed by another thread, which waits for nothing that this one has written.
        OtherThread { top.kids = [] }.join()
      }
      #expect(last == nil)
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func aWriteAfterAnEmptyTransactionIsSeenAtOnce() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    for number in 2...20 {
      kid.context.transaction { kid.count = number }
      kid.context.transaction {}
      OtherThread { #expect(kid.count == number) }.join()
      kid.count = -number
      #expect(kid.count == -number)
    }
    withExtendedLifetime(anchor) {}
  }
}
