import Foundation
import StrataConcurrency
import Testing

@testable import StrataCore

/// A restoration leaves out contexts that are no longer in the tree, but never one half of a context.
@Suite struct RestorationTests {
  /// Calls a closure when a value of it is assigned.
  private struct Trap: ContextContainer, Sendable {
    let number: Int
    let onAssignment: @Sendable () -> Void

    func forEachContext(_ body: (Context) -> Void) {}
    mutating func replaceContexts(_ replacement: (Context) -> Context?) {}
    mutating func wasAssigned(_ membership: inout ListMembership, over former: Self?) {
      onAssignment()
    }
  }

  private static let layout = Layout(
    name: "Pair",
    slots: [
      .value("first", Int.self), .container("trap", Trap.self), .value("second", Int.self),
    ]
  )
  private static let first = Slot<Int>(uncheckedIndex: 0)
  private static let trap = Slot<Trap>(uncheckedIndex: 1)
  private static let second = Slot<Int>(uncheckedIndex: 2)

  private static func pair(onAssignment: @escaping @Sendable () -> Void) -> Kid {
    let context = Context(layout: layout)
    context.initialize(first, to: 0)
    context.initialize(container: trap, to: Trap(number: 0, onAssignment: onAssignment))
    context.initialize(second, to: 0)
    return Kid(context: context)
  }

  @Test func aContextThatLeavesInItsMiddleKeepsAllItHad() throws {
    let onAssignment = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let action: @Sendable () -> Void = { onAssignment.withLock { $0.take() }?() }
    let pair = Self.pair(onAssignment: action)
    let root = Kid("root", kids: [pair])
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    root.context.transaction {
      pair.context[Self.first] = 1
      pair.context[container: Self.trap] = Trap(number: 1, onAssignment: action)
      pair.context[Self.second] = -1
    }
    let entry = try #require(entries.withLock { $0.last })
    onAssignment.withLock { $0 = { OtherThread { root.kids = [] }.join() } }
    entry.restore(at: .thisLine())
    #expect(onAssignment.withLock { $0 == nil })
    root.kids = [pair]
    #expect(pair.context[Self.first] + pair.context[Self.second] == 0)
    withExtendedLifetime((anchor, changeLog)) {}
  }

  /// The entry of the observer's own write has not been handed over when it restores another one.
  @Test func anObserverRestoresAfterAWriteOfItsOwn() throws {
    let kid = Kid("root")
    let anchor = Anchor(kid.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = kid.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    kid.count = 1
    let first = try #require(entries.withLock { $0.last })
    let log = Log()
    let observation = kid.context.observe(Item.name) { _ in
      guard kid.list.isEmpty else { return }
      kid.list = [1]
      let outcome = first.restore(at: .thisLine())
      log.add("\(outcome) \(entries.withLock(\.count))")
    }
    kid.name = "changed"
    #expect(log.all == ["done 3"])
    #expect(kid.count == 0)
    #expect(kid.list == [1])
    #expect(entries.withLock(\.count) == 4)
    withExtendedLifetime((anchor, changeLog, observation)) {}
  }

  /// Another thread adds a context again between two values of a restoration.
  @Test func aContextThatReturnsInItsMiddleIsRestoredFromThereOn() throws {
    let kid = Kid("kid")
    let onAssignment = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let action: @Sendable () -> Void = { onAssignment.withLock { $0.take() }?() }
    let pair = Self.pair(onAssignment: action)
    let root = Kid("root", kids: [kid])
    root.only = pair
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    let below = Kid("below")
    root.context.transaction {
      pair.context[container: Self.trap] = Trap(number: 1, onAssignment: action)
      kid.kids = [below]
      kid.count = 1
    }
    let entry = try #require(entries.withLock { $0.last })
    root.kids = []
    let log = Log()
    let listener = root.context.recordChanges(at: .thisLine()) { change in
      if change.slot == Item.count.index { log.add("\(kid.count)") }
    }
    onAssignment.withLock { $0 = { OtherThread { root.kids = [kid] }.join() } }
    entry.restore(at: .thisLine())
    #expect(onAssignment.withLock { $0 == nil })
    #expect(kid.kids.isEmpty && kid.context.isLive && !below.context.isLive)
    #expect(log.all == ["0"])
    withExtendedLifetime((anchor, changeLog, listener)) {}
  }

  /// Calls a closure when it is asked for its contexts.
  private struct Spy: ContextContainer, Sendable {
    let number: Int
    let onLook: @Sendable () -> Void

    func forEachContext(_ body: (Context) -> Void) { onLook() }
    mutating func replaceContexts(_ replacement: (Context) -> Context?) {}
  }

  @Test func aTransactionThatBeginsWhileItsContextReturnsIsOneStep() throws {
    let onLook = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let action: @Sendable () -> Void = { onLook.withLock { $0.take() }?() }
    let layout = Layout(
      name: "Parent",
      slots: [.container("kids", [Kid].self), .container("spy", Spy.self)]
    )
    let (kids, spy) = (layout.slot(0, as: [Kid].self), layout.slot(1, as: Spy.self))
    let numbers = Layout(
      name: "Numbers",
      slots: [.value("first", Int.self), .value("second", Int.self)]
    )
    let (first, second) = (numbers.slot(0, as: Int.self), numbers.slot(1, as: Int.self))
    let (kid, parent) = (Kid(context: Context(layout: numbers)), Context(layout: layout))
    for slot in [first, second] { kid.context.initialize(slot, to: 0) }
    parent.initialize(container: kids, to: [kid])
    parent.initialize(container: spy, to: Spy(number: 0, onLook: action))
    let anchor = Anchor(parent)
    parent[container: kids] = []
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = parent.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    let hasWritten = Locked(false, rank: .leaf)
    let over = Gate()
    let others = Locked<[OtherThread]>([], rank: .leaf)
    parent.transaction {
      parent[container: kids] = [kid]
      parent[container: spy] = Spy(number: 1, onLook: action)
      // Called when the child has finished, and has not joined again.
      onLook.withLock {
        $0 = {
          let other = OtherThread {
            kid.context.transaction {
              kid.context[first] = 1
              hasWritten.withLock { $0 = true }
              over.wait()
              kid.context[second] = 1
            }
          }
          others.withLock { $0.append(other) }
          // It may have to wait for this transaction.
          for _ in 0..<1_000 {
            guard !hasWritten.withLock({ $0 }) else { break }
            sched_yield()
          }
        }
      }
    }
    over.open()
    for other in others.withLock({ $0 }) { other.join() }
    #expect(kid.context.isLive)
    #expect(kid.context[first] == 1 && kid.context[second] == 1)
    try #require(entries.withLock { $0.last }).restore(at: .thisLine())
    #expect(kid.context[first] == 0 && kid.context[second] == 0)
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func anEntryNamesItsChangeLogWhileThatIsOpen() throws {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let entries = Locked<[[ChangeLogEntry]]>([[], []], rank: .leaf)
    let changeLogs = try (0..<2).map { number in
      try #require(
        root.context.openChangeLog(keepsValues: false) { entry in
          entries.withLock { $0[number].append(entry) }
        }
      )
    }
    root.count = 1
    let found = entries.withLock { $0 }
    #expect(found.map(\.count) == [1, 1])
    for number in 0..<2 { #expect(found[number].first?.changeLog === changeLogs[number]) }
    changeLogs[0].stopRecording(root.context)
    #expect(found[0].first?.changeLog == nil)
    #expect(found[1].first?.changeLog === changeLogs[1])
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: [false, true])
  func anEntryListsWhatDiffersAfterTheTransaction(isFirstSame: Bool) throws {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    root.context.transaction {
      if isFirstSame { root.name = "other" }
      root.list = [1]
      root.name = "other"
      root.name = "root"
    }
    let entry = try #require(entries.withLock { $0.last })
    #expect(entry.changes.map(\.slot) == [Item.list.index])
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func aRemovedContextKeepsItsFunctionsWhileAHistoryNeedsThem() throws {
    let log = Log()
    let kid = { (end: LoggedEnd) in Kid("kid") { withExtendedLifetime(end) {} } }(LoggedEnd(log))
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLogs = try (0..<2).map { _ in
      try #require(
        root.context.openChangeLog(keepsValues: true) { entry in
          entries.withLock { $0.append(entry) }
        }
      )
    }
    root.kids = []
    #expect(log.all == [])
    changeLogs[0].stopRecording(root.context)
    #expect(log.all == [])
    changeLogs[1].stopRecording(root.context)
    #expect(log.all == ["ended"])
    withExtendedLifetime((anchor, kid)) {}
  }

  @Test func anEntryRetainsNoContextThatHasLeftElsewhere() throws {
    let root = Kid("root", kids: [Kid("first"), Kid("second", kids: [Kid("third")])])
    let anchor = Anchor(root.context)
    let (first, second) = (root.kids[0], root.kids[1])
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let opened = first.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    let changeLog = try #require(opened)
    weak let third = second.kids[0].context
    root.context.transaction {
      first.count = 1
      second.kids = []
    }
    #expect(entries.withLock { $0.count } == 1)
    #expect(third == nil)
    withExtendedLifetime((anchor, changeLog, entries)) {}
  }

  @Test func itReleasesThemWithTheLastEntryThatNeedsThem() {
    let log = Log()
    let kid = { (end: LoggedEnd) in Kid("kid") { withExtendedLifetime(end) {} } }(LoggedEnd(log))
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = root.context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    root.kids = []
    #expect(log.all == [])
    _ = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    #expect(log.all == ["ended"])
    withExtendedLifetime((anchor, kid, changeLog)) {}
  }

  @Test func aRestoredChildReturnsBesideAnotherOfItsIdentity() throws {
    let (first, second) = (Kid.loud("a:1"), Kid.loud("a:2"))
    let root = Kid("root", kids: [first])
    let anchor = Anchor(root.context)
    let made = StateHistory(of: root.context, now: { .zero })
    let history = try #require(made)
    root.kids = []
    root.kids = [second]
    #expect(second.context.isLive && !first.context.isLive)
    #expect(history.restore(0, at: .thisLine()))
    #expect(root.kids.map(\.name) == ["a:1"])
    #expect(first.context.isLive && !second.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func aValueThatNoRetainedStateHasIsReleasedAtOnce() throws {
    let log = Log()
    let root = Kid("root", kids: [Kid("kid")])
    root.context[Item.optionalAction] = nil
    let anchor = Anchor(root.context)
    let made = StateHistory(of: root.context, keeping: .timeDelta(maxCount: 2), now: { .zero })
    let history = try #require(made)
    root.context.transaction {
      let end = LoggedEnd(log)
      root.context[Item.optionalAction] = { withExtendedLifetime(end) {} }
      // The history retains what leaves in the same transaction.
      root.kids = []
    }
    root.context[Item.optionalAction] = nil
    #expect(history.count == 2)
    #expect(log.all == ["ended"])
    #expect(history.restore(0, at: .thisLine()) && root.kids.map(\.name) == ["kid"])
    withExtendedLifetime(anchor) {}
  }

  /// A history of either parent records a child of both.
  @Test(arguments: [0, 1])
  func aChildOfTwoParentsIsRecordedByTheHistoryOfEach(number: Int) {
    let kid = Kid("kid")
    let parents = [Kid("a", kids: [kid]), Kid("b", kids: [kid])]
    let root = Kid("root", kids: parents)
    let anchor = Anchor(root.context)
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = parents[number].context.openChangeLog(keepsValues: true) { entry in
      entries.withLock { $0.append(entry) }
    }
    kid.count = 1
    #expect(entries.withLock { $0.count } == 1)
    root.count = 1
    parents[1 - number].count = 1
    #expect(entries.withLock { $0.count } == 1)
    withExtendedLifetime((anchor, changeLog)) {}
  }
}
