import StrataConcurrency
import Testing

@testable import StrataCore

private let visits = CellKey("visits", in: CellFamily("statistics"), initial: 0)
private let words = CellKey("words", in: CellFamily("statistics"), initial: ["one"])
private let sum = CellKey("sum", in: CellFamily("results", isRecorded: false), initial: 0)

@Suite struct CellTests {
  @Test func hasItsFirstValueUntilItIsWritten() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    #expect(kid.context[cell: visits] == 0)
    kid.context[cell: visits] = 3
    kid.context[cell: visits] += 1
    #expect(kid.context[cell: visits] == 4)
    #expect(kid.context.cells.count == 1)
    withExtendedLifetime(anchor) {}
  }

  @Test func belongsToOneContextAndOneKey() {
    let (one, other) = (Kid(), Kid())
    let root = Kid(kids: [one, other])
    let anchor = Anchor(root.context, at: .thisLine())
    one.context[cell: visits] = 1
    other.context[cell: visits] = 2
    let namesake = CellKey("visits", in: CellFamily("statistics"), initial: 0)
    #expect(one.context[cell: visits] == 1)
    #expect(other.context[cell: visits] == 2)
    #expect(root.context[cell: visits] == 0)
    #expect(one.context[cell: namesake] == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func tellsTrackersAlsoOfItsFirstWrite() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    #expect(tracker.track { kid.context[cell: visits] } == 0)
    kid.context[cell: visits] = 0
    #expect(log.take() == [])
    kid.context[cell: visits] = 1
    #expect(log.take() == ["stale"])
    withExtendedLifetime((anchor, tracker)) {}
  }

  @Test func changesSayWhoseCellTheyAreOf() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      guard let cell = change.context.layout.cell else { return log.add("slot") }
      let isKid = change.context.cellOwner === kid.context
      log.add("\(cell.family.name).\(cell.name) \(isKid) \(change.anyNewValue)")
    }
    kid.context[cell: visits] = 5
    kid.context[cell: words].append("two")
    kid.count += 1
    #expect(
      log.take() == ["statistics.visits true 5", #"statistics.words true ["one", "two"]"#, "slot"]
    )
    withExtendedLifetime((anchor, recording)) {}
  }

  @Test func whatIsWorkedOutIsObservedAndNotRecorded() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { _ in log.add("recorded") }
    let tracker = Tracker { log.add("stale") }
    tracker.track { _ = kid.context[cell: sum] }
    kid.context[cell: sum] = 1
    #expect(log.take() == ["stale"])
    #expect(kid.context.cells.isEmpty)
    withExtendedLifetime((anchor, recording, tracker)) {}
  }

  @Test func takesPartInTransactions() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      log.add("\(change.round) \(change.anyNewValue)")
    }
    kid.context.transaction {
      kid.context[cell: visits] = 1
      kid.context[cell: visits] = 2
      kid.count = 7
      #expect(kid.context[cell: visits] == 2)
    }
    let entries = log.take()
    #expect(entries.map { $0.split(separator: " ").last } == ["2", "7"])
    #expect(Set(entries.map { $0.split(separator: " ").first }).count == 1)
    withExtendedLifetime((anchor, recording)) {}
  }

  @Test func losesNoUpdateBetweenThreads() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    onThreads(4) { _ in
      for _ in 0..<5_000 {
        kid.context[cell: visits] += 1
        kid.context[cell: words].append("more")
      }
    }
    #expect(kid.context[cell: visits] == 20_000)
    #expect(kid.context[cell: words].count == 20_001)
    withExtendedLifetime(anchor) {}
  }

  @Test func joinsATreeWithItsOwner() {
    let kid = Kid()
    kid.context[cell: visits] = 1
    let root = Kid()
    let anchor = Anchor(root.context, at: .thisLine())
    root.kids = [kid]
    #expect(kid.context[cell: visits] == 1)
    let log = Log()
    let observation = root.context.recordChanges(at: .thisLine()) { _ in log.add("changed") }
    kid.context[cell: visits] = 2
    #expect(log.take() == ["changed"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func endsWithItsOwner() throws {
    let root = Kid(kids: [Kid()])
    let anchor = Anchor(root.context, at: .thisLine())
    weak var memory: Context?
    do {
      let kid = root.kids[0]
      kid.context[cell: visits] = 1
      memory = kid.context.cell(for: visits)
      root.kids = []
      #expect(memory?.currentPhase == .removed)
      let found = reports { kid.context[cell: visits] = 2 }
      #expect(found.count == 1)
      #expect(found.first?.message.contains("statistics.visits") ?? false)
      _ = reports { #expect(kid.context[cell: visits] == 1) }
    }
    #expect(memory == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func anOwnerThatJoinsAgainBeginsWithoutIt() {
    let root = Kid()
    let anchor = Anchor(root.context, at: .thisLine())
    let layout = Layout(name: "Plain", slots: [.value("number", Int.self)])
    let kid = Kid(context: Context(layout: layout))
    kid.context.initialize(Slot<Int>(uncheckedIndex: 0), to: 0)
    root.kids = [kid]
    kid.context[cell: visits] = 1
    root.kids = []
    root.kids = [kid]
    #expect(kid.context.isLive)
    #expect(kid.context[cell: visits] == 0)
    kid.context[cell: visits] = 2
    #expect(kid.context[cell: visits] == 2)
    withExtendedLifetime(anchor) {}
  }

  @Test func frozenCopiesKeepTheValue() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    kid.context[cell: visits] = 1
    let copy = kid.context.frozenCopy()
    kid.context[cell: visits] = 2
    #expect(copy[cell: visits] == 1)
    #expect(reports { copy[cell: visits] = 3 }.count == 1)
    #expect(copy[cell: visits] == 1)
    withExtendedLifetime(anchor) {}
  }
}
