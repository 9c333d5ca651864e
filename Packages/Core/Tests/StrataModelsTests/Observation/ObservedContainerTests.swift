import Observation
import StrataConcurrency
import StrataCore
import StrataModels
import Testing

/// Properties with models and with `willSet` and `didSet`.
@Suite struct ObservedContainerTests {
  @Test func bothObserversRunAroundEachChange() {
    let desk = Desk().withAnchor()
    let card = Card(points: 3)
    desk.cards = [card]
    desk.cards[0] = Card(points: 4)
    desk.page.title = "b"
    #expect(
      desk.steps == [
        "0 cards -> 1", "1 cards, 0 before", "1 cards -> 1", "1 cards, 1 before",
        "page a -> b", "page b, a before",
      ]
    )
    #expect(phase(of: card) == .removed)
    #expect(desk.cards.map(\.points) == [4] && phase(of: desk.cards[0]) == .active)
  }

  @Test func anEqualValueNotifiesNoObserver() {
    let desk = Desk().withAnchor()
    let log = Log()
    let observations = desk.log(log)
    desk.page.title = "b"
    desk.page.title = "b"
    #expect(log.entries == ["page b"])
    #expect(desk.steps == ["page a -> b", "page b, a before", "page b -> b", "page b, b before"])
    withExtendedLifetime(observations) {}
  }

  @Test func anEqualValueIsNoChangeForSwiftsObservationEither() {
    let desk = Desk().withAnchor()
    let log = Log()
    withObservationTracking {
      _ = desk.page
    } onChange: {
      log.add("changed")
    }
    desk.page.title = "a"
    #expect(log.entries == [])
    desk.page.title = "b"
    #expect(log.entries == ["changed"])
  }

  @Test func anIncomparableValueNotifiesItsObserversOfEachChange() {
    let desk = Desk().withAnchor()
    let log = Log()
    let observations = desk.log(log)
    let card = Logged("card", Log())
    desk.path = .logged(card, title: "one")
    desk.path = .logged(card, title: "two")
    #expect(log.entries == ["path one", "path two"])
    #expect(phase(of: card) == .active)
    withExtendedLifetime(observations) {}
  }

  @Test func aTransactionShowsTheChangeToItsThreadAlone() {
    let desk = Desk().withAnchor()
    let log = Log()
    let observations = desk.log(log)
    desk.node.transaction {
      desk.page.title = "b"
      #expect(desk.page.title == "b")
      onThreads(1) { _ in #expect(desk.page.title == "a") }
      #expect(log.entries.isEmpty)
    }
    #expect(log.entries == ["page b"])
    withExtendedLifetime(observations) {}
  }

  @Test func aChangeOfAModelThatLeavesMeanwhileIsNotStored() {
    let desk = Desk()
    let office = Office(desk).withAnchor()
    let card = Card(points: 5)
    _ = reports {
      change(&desk.page) { page in
        office.desk = nil
        page = Page(id: 2, title: "b", card: card)
      }
    }
    #expect(phase(of: desk) == .removed && phase(of: card) == .detached)
    #expect(desk.steps == ["page a -> b"])
    // The change has ended, so that no reader waits.
    onThreads(1) { _ in
      _ = reports { #expect(desk.page.title == "a") }
    }
  }

  @Test func aModelThatLeavesInTheMiddleOfAChangeReleasesItsChildren() {
    let desk = Desk()
    let office = Office(desk).withAnchor()
    weak var former: Context?
    do {
      let card = Card(points: 1)
      former = card.node.context
      desk.cards = [card]
    }
    _ = reports {
      change(&desk.cards) { cards in
        office.desk = nil
        cards = []
      }
    }
    #expect(former == nil)
    _ = reports { #expect(desk.cards.isEmpty) }
  }

  @Test func aTransactionRevertsItsOtherWritesWithTheOneThatIsNotStored() {
    let desk = Desk()
    let office = Office(desk).withAnchor()
    _ = reports {
      office.node.transaction {
        desk.note = "lost"
        change(&desk.page) { page in
          onThreads(1) { _ in office.desk = nil }
          page.title = "b"
        }
      }
    }
    _ = reports { #expect(desk.note == "" && desk.page.title == "a") }
  }
}

/// A model whose observers write down each step.
private struct Desk: Model {
  static let modelLayout = ModelLayout<Desk>("Desk") {
    $0.slot("page", \.page)
    $0.slot("path", \.path)
    $0.slot("cards", \.cards)
    $0.slot("note", \.note)
  }
  var modelNode = ModelNode<Desk>()
  private let diary = Log()

  var page: Page {
    get { modelNode[0] }
    nonmutating set { modelNode.assign(newValue, to: &self.page) }
    nonmutating _modify {
      yield &modelNode[
        0,
        willSet: { diary.add("page \(self.page.title) -> \($0.title)") },
        didSet: { diary.add("page \(self.page.title), \($0.title) before") }
      ]
    }
  }
  var path: Path {
    get { modelNode[1] }
    nonmutating set { modelNode.assign(newValue, to: &self.path) }
    nonmutating _modify { yield &modelNode[1, willSet: { _ in }, didSet: { _ in }] }
  }
  var cards: [Card] {
    get { modelNode[2] }
    nonmutating set { modelNode.assign(newValue, to: &self.cards) }
    nonmutating _modify {
      yield &modelNode[
        2,
        willSet: { diary.add("\(self.cards.count) cards -> \($0.count)") },
        didSet: { diary.add("\(self.cards.count) cards, \($0.count) before") }
      ]
    }
  }
  var note: String {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }

  init() {
    modelNode.initialize(0, to: Page(id: 1, title: "a", card: Card()))
    modelNode.initialize(1, to: Path.counter(Counter()))
    modelNode.initialize(2, to: [Card]())
    modelNode.initialize(3, to: "")
  }

  /// What the observers of the properties have written down.
  var steps: [String] { diary.entries }

  /// Logs each change of the first two properties.
  func log(_ log: Log) -> [Subscription] {
    let page = Slot<Page>(uncheckedIndex: 0)
    let path = Slot<Path>(uncheckedIndex: 1)
    return [
      node.context.observe(page) { log.add("page \($0.newValue(as: page).title)") },
      node.context.observe(path) { change in
        if case .logged(_, let title) = change.newValue(as: path) { log.add("path \(title)") }
      },
    ]
  }
}

/// A model with a desk.
private struct Office: Model {
  static let modelLayout = ModelLayout<Office>("Office") { $0.slot("desk", \.desk) }
  var modelNode = ModelNode<Office>()

  var desk: Desk? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ desk: Desk) { modelNode.initialize(0, to: Optional(desk)) }
}

/// Runs a closure on a value in place.
private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
