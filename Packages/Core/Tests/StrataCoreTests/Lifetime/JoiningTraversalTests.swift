import StrataConcurrency
import StrataEvents
import Testing

@testable import StrataCore

/// What other threads see of a branch while its descendants join.
@Suite struct JoiningTraversalTests {
  private let root = Kid("root")
  private let anchor: Anchor
  private let isJoining = Gate()
  private let mayGoOn = Gate()

  init() {
    anchor = Anchor(root.context)
  }

  @Test(arguments: [false, true])
  func aChildThatJoinsIsNotSeenWithoutItsOwnChildren(isTransaction: Bool) {
    let grandchild = Kid("grandchild")
    let child = Kid("child", kids: [grandchild])
    let writer = inserting(child, stoppingAt: grandchild, isTransaction: isTransaction)
    isJoining.wait()
    let found = Locked<[Bool]?>(nil, rank: .leaf)
    let reader = OtherThread { [root] in
      let live = root.kids.flatMap(\.kids).map(\.context.isLive)
      found.withLock { $0 = live }
    }
    waitUntil { isAnyWaiting || found.withLock { $0 != nil } }
    mayGoOn.open()
    writer.join()
    reader.join()
    #expect(found.withLock { $0 } == [true])
  }

  @Test func aChildThatMovesBelowANewOneKeepsItsFormerPlaceUntilThen() {
    let (moved, last) = (Kid("moved"), Kid("last"))
    root.kids = [Kid("former", kids: [moved])]
    let heard = Log()
    root.context.addListener(.listener(to: Int.self) { event, _ in heard.add("\(event)") })
    let logged = Log()
    let changeLog = root.context.openChangeLog(keepsValues: true, ChangeLogRule()) { entry in
      for change in entry.changes where change.context === moved.context {
        logged.add("\(change.newValue ?? "nothing")")
      }
    }
    let child = Kid("child", kids: [last, moved])
    let writer = inserting(child, stoppingAt: last)
    isJoining.wait()
    moved.context.send(1, at: .thisLine())
    var places: [Context] = []
    moved.context.lock().unlocking { moved.context.forEachUpwards { places.append($0) } }
    moved.count = 7
    mayGoOn.open()
    writer.join()
    #expect(heard.all == ["1"])
    #expect(places.map { Kid(context: $0).name } == ["moved", "former", "root"])
    #expect(logged.all == ["7"])
    #expect(child.kids.map(\.name) == ["last", "moved"] && moved.context.isLive)
    changeLog?.stopRecording(root.context)
  }

  @Test func removingABranchThatJoinsLetsItsReadersGoOn() {
    let grandchild = Kid("grandchild")
    let child = Kid("child", kids: [grandchild])
    child.only = Kid("only")
    let writer = inserting(child, stoppingAt: grandchild)
    isJoining.wait()
    let reader = OtherThread { ReportSink.withHandler({ _ in }) { _ = child.only } }
    waitUntil { isAnyWaiting }
    root.kids = []
    reader.join()
    mayGoOn.open()
    writer.join()
    #expect(!child.context.isLive && !grandchild.context.isLive)
    #expect(!isAnyWaiting)
  }

  @Test func theDeinitOfAReplacedValueMayChangeTheChildrenOfANewOne() {
    let child = Kid("child", kids: [Kid("first")])
    replacing({ child.kids.append(Kid("second")) }, with: child)
    #expect(child.kids.map(\.name) == ["first", "second"])
    #expect(child.kids.map(\.context.isLive) == [true, true])
  }

  @Test func aThreadThatChangesADescendantMayReadItsSiblings() {
    let (changed, sibling) = (Kid("changed"), Kid("sibling", kids: [Kid("leaf")]))
    let child = Kid("child", kids: [changed, sibling])
    let isChanging = Gate()
    let other = OtherThread { [root, mayGoOn] in
      change(&changed.kids) { kids in
        isChanging.open()
        mayGoOn.wait()
        // The thread that inserts them waits for this change.
        waitUntil { root.context.tree.lock.withLock { !root.context.tree.waiters.isEmpty } }
        kids.append(Kid("\(sibling.kids.count)"))
      }
    }
    isChanging.wait()
    mayGoOn.open()
    root.kids = [child]
    other.join()
    #expect(changed.kids.map(\.name) == ["1"])
    #expect((changed.kids + sibling.kids).map(\.context.isLive) == [true, true])
  }

  @Test func aChildThatANewParentLosesBeforeItJoinsReturnsWithEverything() throws {
    let (moved, last) = (Kid("moved"), Kid("last"))
    let log = Log()
    moved.action = { log.add("called") }
    root.kids = [moved]
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    let child = Kid("child", kids: [last])
    child.only = moved
    let isFirst = Locked(true, rank: .leaf)
    let lose: @Sendable (Context) -> Void = { visited in
      guard visited === last.context, child.context.isLive, !last.context.isLive else { return }
      let isDue = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isDue { child.only = nil }
    }
    Hooked.$onVisit.withValue(lose) { root.kids = [child] }
    #expect(!moved.context.isLive && last.context.isLive)
    let found = reports { _ = entries.withLock { $0.last }?.restore(at: .thisLine()) }
    #expect(found.map(\.message) == [])
    #expect(root.kids.map(\.name) == ["moved"] && moved.context.isLive)
    moved.action()
    #expect(log.all == ["called"])
    changeLog?.stopRecording(root.context)
  }

  private var isAnyWaiting: Bool {
    let tree = root.context.tree
    return tree.lock.withLock { !tree.waiters.isEmpty }
  }

  /// A thread that inserts a child below the root, and stops when the child has joined and a descendant has not.
  private func inserting(
    _ child: Kid,
    stoppingAt descendant: Kid,
    isTransaction: Bool = false
  ) -> OtherThread {
    OtherThread { [root, isJoining, mayGoOn] in
      let stop: @Sendable (Context) -> Void = { visited in
        guard visited === descendant.context, child.context.isLive else { return }
        isJoining.open()
        mayGoOn.wait()
      }
      Hooked.$onVisit.withValue(stop) {
        if isTransaction {
          root.context.transaction { root.kids = [child] }
        } else {
          root.kids = [child]
        }
      }
    }
  }

  /// Inserts a child in a transaction that also replaces a value, whose `deinit` calls a closure.
  private func replacing(_ body: @escaping @Sendable () -> Void, with child: Kid) {
    do {
      let replaced = AtEnd(body)
      root.action = { withExtendedLifetime(replaced) {} }
    }
    root.context.transaction {
      root.action = {}
      root.kids = [child]
    }
  }
}

private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

/// Calls a closure when it is released.
private final class AtEnd: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit { body() }
}
