import StrataConcurrency
import Testing

@testable import StrataCore

/// Restorations of what another tree, another thread or another value has by now.
@Suite struct RestoredElsewhereTests {
  /// A kind without functions and children, so that its contexts can join another tree.
  private static let layout = Layout(name: "Number", slots: [.value("count", Int.self)])

  private let number = Kid(context: Context(layout: Self.layout))
  private let root = Kid("root")
  private let far = Kid("far")
  private let anchors: [Anchor]
  private let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)

  init() {
    number.context.initialize(Item.count, to: 0)
    anchors = [Anchor(root.context), Anchor(far.context)]
  }

  /// Records the changes of the tree.
  private func record(_ onEntry: @escaping @Sendable () -> Void = {}) throws -> ChangeLog {
    let changeLog = root.context.openChangeLog(keepsValues: true) { [entries] entry in
      entries.withLock { $0.append(entry) }
      onEntry()
    }
    return try #require(changeLog)
  }

  /// The entry of a write to a context that is in another tree by now.
  private func movedEntry() throws -> ChangeLogEntry {
    root.kids = [number]
    let changeLog = try record()
    number.count = 1
    let entry = try #require(entries.withLock { $0.last })
    root.kids = []
    far.kids = [number]
    #expect(number.context.isLive)
    withExtendedLifetime(changeLog) {}
    return entry
  }

  @Test func aContextOfAnotherTreeIsLeftOut() throws {
    let entry = try movedEntry()
    #expect("\(entry.restore(at: .thisLine()))" == "gone")
    #expect(number.count == 1)
    number.count = 2
    root.name = "stem"
    #expect(number.count == 2 && root.name == "stem")
  }

  @Test func aValueWithoutAnEqualityIsNotReplacedByTheOneBeforeAnother() throws {
    let changeLog = try record()
    for number in 1...2 { root.opaque = Opaque(number: number) }
    let first = try #require(entries.withLock { $0.first })
    #expect("\(first.restore(at: .thisLine()))" == "superseded")
    #expect(root.opaque.number == 2)
    let last = try #require(entries.withLock { $0.last })
    #expect("\(last.restore(at: .thisLine()))" == "done")
    #expect("\(first.restore(at: .thisLine()))" == "done")
    #expect(root.opaque.number == 0)
    withExtendedLifetime(changeLog) {}
  }

  @Test func aThreadDoesNotWaitForADeliveryThatWaitsForIt() throws {
    let hasCounted = Locked(false, rank: .leaf)
    let changeLog = try record { [root] in
      guard root.name == "stem", !hasCounted.withLock({ $0 }) else { return }
      hasCounted.withLock { $0 = true }
      root.count += 1
    }
    root.list = [1]
    let entry = try #require(entries.withLock { $0.last })
    let writer = Locked<OtherThread?>(nil, rank: .leaf)
    let found = reports {
      change(&root.count) { [root] count in
        let thread = OtherThread { root.name = "stem" }
        writer.withLock { $0 = thread }
        // The other thread hands its commit over, for which it needs the property that this one changes.
        waitUntil { root.context.tree.lock.withLock { !root.context.tree.waiters.isEmpty } }
        #expect("\(entry.restore(at: .thisLine()))" == "rejected")
        count = 5
      }
    }
    writer.withLock { $0 }?.join()
    #expect(found.count == 1)
    #expect(root.list == [1])
    #expect(root.count == 6)
    withExtendedLifetime(changeLog) {}
  }
  @Test func aThreadThatRestoresWaitsForADelivery() throws {
    let (delivering, over) = (Gate(), Gate())
    let changeLog = try record { [root] in
      guard root.name == "stem" else { return }
      delivering.open()
      over.wait()
    }
    root.list = [1]
    let entry = try #require(entries.withLock { $0.last })
    let writer = OtherThread { [root] in root.name = "stem" }
    delivering.wait()
    let log = Log()
    let restorer = OtherThread { log.add("\(entry.restore(at: .thisLine()))") }
    waitUntil { root.context.tree.lock.withLock { !root.context.tree.waiters.isEmpty } }
    over.open()
    writer.join()
    restorer.join()
    #expect(log.all == ["done"])
    #expect(root.list == [] && root.name == "stem")
    withExtendedLifetime(changeLog) {}
  }

  @Test func aContextWhoseEndIsNotDeliveredYetReturnsWithItsValues() throws {
    root.kids = [number]
    let changeLog = try record()
    let (delivering, over) = (Gate(), Gate())
    let observation = root.context.observe(Item.name) { _ in
      delivering.open()
      over.wait()
    }
    let writer = OtherThread { [root] in root.name = "stem" }
    delivering.wait()
    root.context.transaction {
      number.count = 1
      root.kids = []
    }
    #expect(number.context.currentPhase == .sealed)
    changeLog.handOver()
    let entry = try #require(entries.withLock { $0.last })
    #expect("\(entry.restore(at: .thisLine()))" == "done")
    #expect(number.context.isLive && number.count == 0)
    over.open()
    writer.join()
    #expect(number.context.isLive && number.count == 0)
    withExtendedLifetime((changeLog, observation)) {}
  }
}

/// Restorations in a transaction of another tree.
@Suite struct RestoredInOtherTransactionTests {
  @Test func aContextKeepsWhatATransactionOfItsNewTreeHasWritten() throws {
    let number = Kid(
      context: Context(layout: Layout(name: "Number", slots: [.value("count", Int.self)]))
    )
    number.context.initialize(Item.count, to: 0)
    let (root, far) = (Kid("root", kids: [number]), Kid("far"))
    let anchors = [Anchor(root.context), Anchor(far.context)]
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    number.count = 1
    let entry = try #require(entries.withLock { $0.last })
    root.kids = []
    far.kids = [number]
    far.context.transaction {
      number.count = 7
      #expect("\(entry.restore(at: .thisLine()))" == "gone")
    }
    #expect(number.count == 7)
    withExtendedLifetime((anchors, changeLog)) {}
  }
}

private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
