import Strata
import Testing

/// Values by key, questions to the hierarchy and models as dependencies in models of the macro.
@Suite struct LibraryTests {
  private func shelf() -> Shelf {
    Shelf(books: [Book(title: "A", pages: 100), Book(title: "B", pages: 200)]).withAnchor()
  }

  @Test func localValuesAreNoProperties() {
    let shelf = shelf()
    shelf.books[0].isExpanded = true
    #expect(shelf.books.map(\.isExpanded) == [true, false])
    #expect(Book.modelLayout.layout.slots.map(\.name) == ["pages"])
  }

  @Test func theEnvironmentReachesTheBooks() {
    let shelf = shelf()
    shelf.node.environment.language = "sv"
    shelf.books[1].node.environment.language = "de"
    #expect(shelf.books.map(\.language) == ["sv", "de"])
  }

  @Test func preferencesComeUpFromTheBooks() {
    let shelf = shelf()
    #expect(shelf.pageCount == 300)
    shelf.books.append(Book(title: "C", pages: 1))
    #expect(shelf.pageCount == 301)
    shelf.featured = shelf.books[0]
    #expect(shelf.pageCount == 301)
    #expect(!shelf.books[0].node.isUniquelyReferenced)
    #expect(shelf.titles == ["A", "B", "C"])
  }

  @Test func aModelServesAllAsADependency() {
    let (shelf, other) = (shelf(), shelf())
    for book in shelf.books { book.lend() }
    #expect(shelf.loans == ["A", "B"])
    #expect(other.loans == [])
    #expect(Checkout.testValue.loans == [])
    #expect(shelf.node[Checkout.self].isSameModel(as: shelf.books[0].node.checkout))
  }

  @Test func setupGoesBeforeAndActivationAfter() {
    let book = Book(title: "A", pages: 1)
      .withSetup { $0.pages = 50 }
      .withActivation { $0.pages += 1 }
    let shelf = Shelf(books: [book]).withAnchor()
    #expect(shelf.books[0].pages == 51)
    #expect(shelf.pageCount == 50)
  }
}
