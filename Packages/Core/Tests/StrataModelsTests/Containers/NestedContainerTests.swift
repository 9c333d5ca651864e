import StrataModels
import Testing

/// Containers of containers: their models are active as long as their slot exists.
@Suite struct NestedContainerTests {
  private let shelf = Shelf(pages: [Page(id: 1, card: Card(points: 1))]).withAnchor()

  private func live(_ card: Card?) -> Bool { card.map { $0.node.context.isLive } ?? false }

  @Test func modelsInAnArrayOfContainersLiveWithTheirElement() {
    let first = shelf.pages[0].card
    #expect(live(first))
    shelf.pages.append(Page(id: 2, card: Card(points: 2)))
    let second = shelf.pages[1].card
    #expect(live(second))
    shelf.pages.swapAt(0, 1)
    #expect(live(first) && live(second))
    shelf.pages[1].card = Card(points: 3)
    #expect(!live(first))
    shelf.pages.removeAll()
    #expect(!live(second))
  }

  @Test func modelsInAnOptionalContainerLiveWithIt() {
    shelf.page = Page(id: 7, card: Card(points: 7))
    let card = shelf.page?.card
    #expect(live(card))
    shelf.page?.title = "same card"
    #expect(live(card))
    shelf.page = nil
    #expect(!live(card))
  }

  @Test func modelsInADictionaryLiveWithTheirKey() {
    shelf.named["a"] = Card(points: 1)
    shelf.named["b"] = Card(points: 2)
    let (a, b) = (shelf.named["a"], shelf.named["b"])
    #expect(live(a) && live(b))
    shelf.named["a"] = b
    #expect(!live(a) && live(b))
    shelf.named = [:]
    #expect(!live(b))
  }

  @Test func modelsOfADictionaryAreActivatedInTheOrderInWhichTheyWereMade() {
    let log = Log()
    let cards = (0..<20).map { number in Card(activation: { _ in log.add("\(number)") }) }
    let names = ["k", "c", "z", "a", "q", "m", "b", "y", "d", "x"]
    let named = Dictionary(uniqueKeysWithValues: zip(names + names.map { $0 + $0 }, cards))
    withExtendedLifetime(Shelf(named: named).withAnchor()) {}
    #expect(log.entries == (0..<20).map(String.init))
  }

  @Test func containersNestToAnyDepth() {
    shelf.stacks = [1: [Card(points: 1), Card(points: 2)], 2: []]
    let cards = shelf.stacks?[1] ?? []
    #expect(cards.count == 2)
    #expect(cards.allSatisfy(live) == true)
    shelf.stacks?[1]?.removeFirst()
    #expect(!live(cards[0]) && live(cards[1]))
    shelf.stacks?[2]?.append(cards[1])
    shelf.stacks?[1] = nil
    #expect(live(cards[1]))
    shelf.stacks = nil
    #expect(!live(cards[1]))
  }

  @Test func aCollectionOfOnesOwnNeedsOnlyTheConformance() {
    shelf.ring.append(Card(points: 1))
    shelf.packed.append(Card(points: 2))
    let (ringed, packed) = (shelf.ring[0], shelf.packed[0])
    #expect(live(ringed) && live(packed))
    shelf.ring[0] = Card(points: 3)
    shelf.packed.removeAll()
    #expect(!live(ringed) && !live(packed))
    #expect(live(shelf.ring[0]))
  }

  @Test func frozenCopiesReachThroughAllOfThem() {
    shelf.named = ["a": Card(points: 1)]
    shelf.stacks = [1: [Card(points: 2)]]
    shelf.ring.append(Card(points: 3))
    let copy = shelf.frozenCopy
    shelf.named["a"]?.points = 10
    shelf.stacks?[1]?[0].points = 20
    shelf.ring[0].points = 30
    shelf.pages[0].card.points = 40
    #expect(copy.named["a"]?.points == 1)
    #expect(copy.stacks?[1]?.first?.points == 2)
    #expect(copy.ring[0].points == 3)
    #expect(copy.pages[0].card.points == 1)
  }

  @Test func whatIsBesideTheModelsIsObservedToo() {
    let log = Log()
    let context = shelf.node.context
    let observations = [
      context.observe(Slot<[Page]>(uncheckedIndex: 0)) { _ in log.add("pages") },
      context.observe(Slot<[String: Card]>(uncheckedIndex: 2)) { _ in log.add("named") },
    ]
    shelf.pages[0].title = "new"
    shelf.named["a"] = Card()
    shelf.named["b"] = shelf.named["a"]
    shelf.named["a"] = nil
    #expect(log.entries == ["pages", "named", "named", "named"])
    withExtendedLifetime(observations) {}
  }

  @Test func writingAnEqualContainerTellsNoOne() {
    let log = Log()
    let observation = shelf.node.context.observe(Slot<[Page]>(uncheckedIndex: 0)) { _ in
      log.add("pages")
    }
    let pages = shelf.pages
    shelf.pages = pages
    #expect(log.entries.isEmpty)
    shelf.pages = [Page(id: 1, title: "other", card: pages[0].card)]
    #expect(log.entries == ["pages"])
    withExtendedLifetime(observation) {}
  }
}
