import StrataModels
import Testing

@Suite struct DuplicateIdentityTests {
  struct Table: Model {
    static let modelLayout = ModelLayout<Table>("Table") { $0.slot("rows", \.rows) }
    var modelNode = ModelNode<Table>()
    var rows: [Row] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    init(_ rows: [Row] = []) { modelNode.initialize(0, to: rows) }
  }

  @Test func twoElementsWithOneIdAreReportedAtTheDeclaration() {
    let table = Table([Row(id: 1), Row(id: 2)]).withAnchor()
    let texts = reports { table.rows.append(Row(id: 2)) }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("Two of the elements of Table.rows (declared at StrataModelsTests/")
        == true
    )
    #expect(
      texts.first?.hasSuffix(
        """
        ) have the id 2. Both live, but whatever finds elements by id finds one of them. Give each \
        Row an id of its own, or use an IdentifiedArray.
        """
      ) == true
    )
    #expect(table.rows.allSatisfy { $0.node.context.isLive } == true)
  }

  @Test func duplicatesThatAreThereFromTheStartAreReported() {
    let texts = reports {
      withExtendedLifetime(Table([Row(id: 1), Row(id: 1), Row(id: 1)]).withAnchor()) {}
    }
    #expect(texts.count == 2)
  }

  @Test func anIdMayBeUsedAgainWhenItsElementHasGone() {
    let table = Table([Row(id: 1), Row(id: 2)]).withAnchor()
    let texts = reports {
      table.rows.removeFirst()
      table.rows.append(Row(id: 1))
      table.rows.swapAt(0, 1)
      table.rows = [Row(id: 3), Row(id: 1)]
      table.rows.append(Row(id: 2))
      table.node.transaction {
        table.rows.removeAll()
        table.rows.append(Row(id: 1))
      }
    }
    #expect(texts == [])
  }

  @Test func idsThatTheLibraryGivesAreNotLookedAt() {
    let board = Board(cards: [Card(), Card()]).withAnchor()
    #expect(reports { board.cards.append(Card()) } == [])
  }
}
