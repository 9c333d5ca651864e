import StrataModels
import Testing

/// The changes of properties that contain models, for containers with and without an equality.
@Suite struct ContainerChangesTests {
  @Test func modelsWithoutAnEqualityTellOfTheirStructureAlone() async {
    let change = { @Sendable (model: Search) in
      model.rows[0].query = "b"
      model.rows.append(Search("c"))
    }
    for name in ["change", "update"] {
      let model = Search()
      model.rows = [Search("a")]
      let found = await elements(
        of: model,
        {
          name == "change"
            ? $0.change(of: \.rows, freezeValues: false)
            : $0.update(of: \.rows, freezeValues: false)
        },
        during: change
      )
      #expect(found.map(\.count) == [1, 2])
    }
  }

  @Test func modelsWithAnEqualityTellOfTheirStructureAlone() async {
    let found = await elements(
      of: Board(cards: [Card(points: 1)]),
      { $0.update(of: \.cards, freezeValues: false) },
      during: { board in
        board.cards[0].points = 2
        board.cards.append(Card(points: 3))
      }
    )
    #expect(found.map(\.count) == [1, 2])
  }

  @Test func elementsAreTheModelsUnlessCopiesAreWanted() async {
    let search = Search()
    search.rows = [Search("a")]
    let rows = await elements(
      of: search,
      { $0.update(of: \.rows, recursive: true) },
      during: { $0.rows[0].query = "b" }
    )
    let cards = await elements(
      of: Board(cards: [Card(points: 1)]),
      { $0.update(of: \.cards, recursive: true) },
      during: { $0.cards[0].points = 2 }
    )
    #expect(rows.map(\.count) == [1, 1] && cards.map(\.count) == [1, 1])
    #expect(rows.joined().allSatisfy { phase(of: $0) != .frozen } == true)
    #expect(cards.joined().allSatisfy { phase(of: $0) != .frozen } == true)
  }

  @Test func recursiveTellsOfModelsWithoutAnEqualityToo() async {
    let model = Search()
    model.rows = [Search("a")]
    let found = await elements(
      of: model,
      { $0.change(of: \.rows, recursive: true, freezeValues: true) },
      during: { model in
        model.rows[0].query = "b"
        model.rows[0].rows.append(Search())
        model.rows = []
      }
    )
    #expect(found.map { $0.map(\.query) } == [["a"], ["b"], ["b"], []])
  }

  @Test func aComparableContainerTellsOfWhatDiffersBesideItsModels() async {
    let shelf = Shelf(pages: [Page(id: 1, title: "x", card: Card())])
    let found = await elements(
      of: shelf,
      { $0.change(of: \.firstPage, recursive: false) },
      during: { shelf in
        shelf.pages[0].title = "y"
        // The first page is the same as before.
        shelf.pages.append(Page(id: 2, title: "z", card: Card()))
        shelf.pages[0].title = "z"
      }
    )
    #expect(found.map { $0?.title } == ["x", "y", "z"])
  }

  @Test func aListOfModelsIsComparedByItsModelsAlone() async {
    let board = Board(main: Card(points: 1), cards: [Card(points: 1), Card(points: 5)])
    let found = await elements(
      of: board,
      { $0.change(of: \.cheapCards, freezeValues: true) },
      during: { board in
        // The copies differ, and are of the same models.
        board.cards[0].points = 2
        board.cards[1].points = 3
      }
    )
    #expect(found.map { $0.map(\.points) } == [[1], [2, 3]])
  }
}

extension Shelf {
  fileprivate var firstPage: Page? { pages.first }
}

extension Board {
  /// The cards with few points.
  fileprivate var cheapCards: [Card] { cards.filter { $0.points < 4 } }
}
