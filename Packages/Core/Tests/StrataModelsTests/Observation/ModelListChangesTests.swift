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

  @Test func theElementsAreHandlesUnlessCopiesAreRequested() async {
    func phases<M: Model, Child: Model>(
      of model: M,
      _ sequence: (M) -> ModelChanges<[Child]>
    ) async -> [ContextPhase?] {
      await elements(of: model, sequence, during: { _ in })
        .map { $0.first?.node.context.currentPhase }
    }
    func board() -> Board { Board(cards: [Card(points: 1)]) }
    func search() -> Search {
      let search = Search()
      search.rows = [Search("a")]
      return search
    }
    // Each element is read after the end of its model.
    #expect(await phases(of: board()) { $0.change(of: \.cards) } == [.removed])
    #expect(await phases(of: board()) { $0.update(of: \.cards) } == [.removed])
    #expect(await phases(of: search()) { $0.change(of: \.rows) } == [.removed])
    #expect(await phases(of: search()) { $0.update(of: \.rows) } == [.removed])
    let copies = await phases(of: board()) { $0.change(of: \.cards, freezeValues: true) }
    #expect(copies == [.frozen])
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
