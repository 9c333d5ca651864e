@_spi(Strata) import StrataCore
import Testing

@testable import StrataOneStore

/// What the engine is told of the places that a field links.
@Suite struct PlaceLinksTests {
  private let store = Store<[CounterRowModel]>(initialState: (0..<4).map { .init(id: $0) })

  private func places(_ numbers: [Int]) -> [AnyPlace] {
    numbers.map { store.root.models.current[$0] }
  }

  private func numbers(_ contexts: some Sequence<Context>) -> [Int] {
    let all = store.root.models.current.map(\.context)
    return contexts.map { context in all.firstIndex { $0 === context } ?? -1 }
  }

  private func takeEdits(_ links: inout PlaceLinks) -> StructureEdits {
    var membership = PlaceLinkMembership(isNew: false)
    return links.reconcile(&membership)
  }

  @Test func linksThatOnlyMoveAreAChange() {
    var links = PlaceLinks(places([0, 1]), isCollection: true)
    links.become(places([1, 0]))
    let edits = takeEdits(&links)
    #expect(edits.isChanged)
    #expect(edits.added.isEmpty && edits.removed.isEmpty)
    #expect(numbers(links) == [1, 0])
    #expect(!takeEdits(&links).isChanged)
  }

  @Test func severalEditsBeforeTheNextQuestionAddUp() {
    var links = PlaceLinks(places([0, 1]), isCollection: true)
    links.become(places([0, 2]))
    links.become(places([3, 0]))
    let edits = takeEdits(&links)
    #expect(numbers(edits.added) == [3])
    #expect(numbers(edits.removed) == [1])
    #expect(numbers(links) == [3, 0])
  }

  @Test func allAreNewAtTheFirstQuestion() {
    var links = PlaceLinks(places([0]), isCollection: true)
    links.become(places([0, 1]))
    var membership = PlaceLinkMembership()
    #expect(numbers(links.reconcile(&membership).added) == [0, 1])
    links.become(places([0, 1, 2]))
    #expect(numbers(links.reconcile(&membership).added) == [2])
  }

  @Test func refusedContextsAreLeftOutAndNoneStays() {
    var links = PlaceLinks(places([0, 1, 2]), isCollection: true)
    let refused = places([1])[0].context
    #expect(!links.removeContexts { $0 === refused })
    #expect(numbers(links) == [0, 2])
  }
}
