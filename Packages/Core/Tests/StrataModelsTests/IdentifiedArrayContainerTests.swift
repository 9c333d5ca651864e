import StrataCore
import StrataExtensions
import StrataModels
import Testing

@Suite struct IdentifiedArrayContainerTests {
  private func isLive(_ row: Row) -> Bool { row.node.context.isLive }

  @Test func appendedAndRemovedRowsBeginAndEndTheirLives() throws {
    let listing = Listing(rows: [Row(id: 1), Row(id: 2)]).withAnchor()
    let first = try #require(listing.rows[id: 1])
    #expect(isLive(first))
    let new = Row(id: 3)
    listing.rows.append(new)
    #expect(isLive(new))
    listing.rows.remove(id: 1)
    #expect(!isLive(first))
    #expect(listing.rows.ids.elementsEqual([2, 3]))
  }

  @Test func movesAndSortsKeepLives() throws {
    let listing = Listing(rows: [Row(id: 3), Row(id: 1), Row(id: 2)]).withAnchor()
    let rows = Array(listing.rows)
    listing.rows.move(from: 0, to: 2)
    listing.rows.sort { $0.id < $1.id }
    #expect(rows.allSatisfy(isLive))
    #expect(listing.rows.ids.elementsEqual([1, 2, 3]))
  }

  @Test func assignmentEndsThoseThatAreNotThereAnyMore() throws {
    let listing = Listing(rows: [Row(id: 1), Row(id: 2)]).withAnchor()
    let kept = try #require(listing.rows[id: 2])
    let gone = try #require(listing.rows[id: 1])
    let new = Row(id: 3)
    listing.rows = [kept, new]
    #expect(isLive(kept))
    #expect(isLive(new))
    #expect(!isLive(gone))
  }

  @Test func aRowWithTheSameIdentityContinuesTheLife() throws {
    let listing = Listing(rows: [Row(id: 1, title: "old")]).withAnchor()
    let old = try #require(listing.rows[id: 1])
    listing.rows = [Row(id: 1, title: "new"), Row(id: 2)]
    #expect(isLive(old))
    #expect(listing.rows[id: 1]?.title == "old")
    old.title = "newer"
    #expect(listing.rows[id: 1]?.title == "newer")
  }

  @Test func anAssignmentInAnotherOrderIsAChange() {
    let listing = Listing(rows: [Row(id: 1), Row(id: 2)]).withAnchor()
    let log = Log()
    let rows = Slot<IdentifiedArrayOf<Row>>(uncheckedIndex: 0)
    let observation = listing.node.context.observe(rows) { change in
      log.add("\(change.newValue(as: rows).map(\.id))")
    }
    let (one, two) = (listing.rows[0], listing.rows[1])
    listing.rows = [two, one]
    listing.rows = [two, one]
    listing.rows = [one, two]
    #expect(log.entries == ["[2, 1]", "[1, 2]"])
    #expect(isLive(one) && isLive(two))
    withExtendedLifetime(observation) {}
  }

  @Test func removeAllEndsAll() {
    let listing = Listing(rows: [Row(id: 1), Row(id: 2)]).withAnchor()
    let rows = Array(listing.rows)
    listing.rows.removeAll()
    #expect(!rows.contains(where: isLive))
  }
}

/// Changes in place that the tree learns of together: each of them counts.
@Suite struct IdentifiedArrayEditTests {
  private func areLive(_ rows: IdentifiedArrayOf<Row>) -> Bool {
    rows.allSatisfy { $0.node.context.isLive }
  }

  @Test func rowsAppendedBeforeAnchoringAllJoin() {
    let draft = Listing(rows: [Row(id: 0)])
    for id in 1..<4 { draft.rows.append(Row(id: id)) }
    let listing = draft.withAnchor()
    #expect(listing.rows.count == 4)
    #expect(areLive(listing.rows))
  }

  @Test func severalEditsOfOneTransactionAllCount() throws {
    let listing = Listing(rows: [Row(id: 0), Row(id: 1)]).withAnchor()
    let gone = try #require(listing.rows[id: 0])
    listing.node.transaction {
      listing.rows.append(Row(id: 2))
      listing.rows.remove(id: 0)
      listing.rows.append(Row(id: 3))
    }
    #expect(areLive(listing.rows))
    #expect(!gone.node.context.isLive)
  }

  @Test func editsAfterAnAssignmentInATransactionAllCount() throws {
    let listing = Listing(rows: [Row(id: 0)]).withAnchor()
    let gone = try #require(listing.rows[id: 0])
    listing.node.transaction {
      listing.rows.append(Row(id: 1))
      listing.rows = [Row(id: 2), Row(id: 3)]
      listing.rows.append(Row(id: 4))
    }
    #expect(listing.rows.ids.elementsEqual([2, 3, 4]))
    #expect(areLive(listing.rows))
    #expect(!gone.node.context.isLive)
  }
}
