import StrataExtensions
import StrataModels
import Testing

/// A container puts back what a visitor has changed, and nothing else.
@Suite struct ModelVisitorTests {
  /// Changes the title of each page that it sees.
  private struct Retitling: ModelVisitor {
    /// Whether it says so.
    let isPutBack: Bool
    var count = 0

    mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
      count += 1
      if var page = container as? Page {
        page.title += "!"
        if let changed = page as? Container { container = changed }
      }
      return isPutBack
    }
  }

  private let pages = [
    Page(id: 1, title: "a", card: Card()), Page(id: 2, title: "b", card: Card()),
  ]

  /// A container after a visit.
  private func visited<Container: ModelContainer>(
    _ container: Container,
    isPutBack: Bool
  ) -> Container {
    var copy = container
    var visitor = Retitling(isPutBack: isPutBack)
    copy.visitModels(&visitor)
    #expect(visitor.count > 0)
    return copy
  }

  @Test(arguments: [true, false])
  func collectionsPutBackWhatWasChanged(isPutBack: Bool) {
    let (a, b) = isPutBack ? ("a!", "b!") : ("a", "b")
    #expect(visited(pages.first, isPutBack: isPutBack)?.title == a)
    #expect(visited(pages, isPutBack: isPutBack).map(\.title) == [a, b])
    #expect(visited(ContiguousArray(pages), isPutBack: isPutBack).map(\.title) == [a, b])
    #expect(visited(Ring(elements: pages), isPutBack: isPutBack).map(\.title) == [a, b])
    #expect(
      visited(["x": pages[0], "y": pages[1]], isPutBack: isPutBack).mapValues(\.title)
        == ["x": a, "y": b]
    )
    let identified: IdentifiedArrayOf<Page> = [pages[0], pages[1]]
    #expect(visited(identified, isPutBack: isPutBack).map(\.title) == [a, b])
  }

  @Test func aMissingValueIsNotVisited() {
    var page: Page?
    var visitor = Retitling(isPutBack: true)
    page.visitModels(&visitor)
    #expect(visitor.count == 0)
    #expect(page == nil)
  }

  @Test func aMemberWithoutModelsIsNeverPutBack() {
    var visitor = Retitling(isPutBack: true)
    var (note, page) = ("a", pages[0])
    let isNoteChanged = visitor.visitMember(&note)
    #expect(!isNoteChanged)
    #expect(visitor.count == 0)
    let isPageChanged = visitor.visitMember(&page)
    #expect(isPageChanged)
    #expect((note, page.title) == ("a", "a!"))
  }

  /// A struct with constants.
  private struct Envelope {
    let number = 7
    let page: Page
    let note: String
  }

  @Test(arguments: [true, false])
  func aStructIsMadeAnewAroundAConstantThatWasChanged(isPutBack: Bool) {
    var envelope = Envelope(page: pages[0], note: "n")
    var visitor = Retitling(isPutBack: isPutBack)
    visitor.visitConstant(\.page, of: &envelope)
    visitor.visitConstant(\.note, of: &envelope)
    #expect(envelope.page.title == (isPutBack ? "a!" : "a"))
    #expect(envelope.page.card.isSameModel(as: pages[0].card))
    #expect((envelope.number, envelope.note) == (7, "n"))
    #expect(visitor.count == 1)
  }
}
