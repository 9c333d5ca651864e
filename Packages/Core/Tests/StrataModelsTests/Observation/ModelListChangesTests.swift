import StrataModels
import Testing

/// Properties with models are compared by their models also if no option is given.
@Suite struct ModelListChangesTests {
  @Test func aModelIsReplacedAlsoByAnEqualOne() async {
    let change = { @Sendable (board: Board) in
      board.cards = [Card(points: 1)]
      board.cards = board.cards
    }
    let changes = await elements(
      of: Board(cards: [Card(points: 1)]),
      { $0.change(of: \.cards) },
      during: change
    )
    let updates = await elements(
      of: Board(cards: [Card(points: 1)]),
      { $0.update(of: \.cards) },
      during: change
    )
    #expect(changes.count == 2)
    #expect(updates.count == 2)
    let mains = await elements(
      of: Board(main: Card(points: 1)),
      { $0.change(of: \.main) },
      during: { $0.main = Card(points: 1) }
    )
    #expect(mains.count == 2)
  }

  @Test func theElementsAreHandlesOfTheModelsAndNoCopies() async {
    let board = Board(cards: [Card(points: 1)])
    let card = board.cards[0]
    let changes = await elements(
      of: board,
      { $0.change(of: \.cards) },
      during: { _ in card.points = 2 }
    )
    #expect(changes.count == 1)
    #expect(changes.first?.first?.isSameModel(as: card) == true)
    #expect(changes.first?.first?.node.context.currentPhase != .frozen)
  }

  @Test func theSameModelsWithoutAnEqualityAreNoElement() async {
    let search = Search()
    search.rows = [Search("a"), Search("b")]
    let change = { @Sendable (search: Search) in
      // The first row is the same as before.
      search.rows.append(Search("c"))
      search.rows.removeFirst()
    }
    let changes = await elements(of: search, { $0.change(of: \.firstRow) }, during: change)
    #expect(changes.count == 2)
    let other = Search()
    other.rows = [Search("a"), Search("b")]
    let updates = await elements(of: other, { $0.update(of: \.firstRow) }, during: change)
    #expect(updates.count == 2)
  }
}

extension Search {
  fileprivate var firstRow: Search? { rows.first }
}
