import StrataConcurrency
import StrataRendering
import Testing

@testable import StrataOneStore

private enum Route: Equatable, Sendable {
  case card(CardModel.State)
  case none
}

private struct Desk: Model {
  struct State: Equatable, Sendable {
    var route = Route.none
  }

  @ModelState private var state: State

  var card: CardModel? { CardModel($state.route.case(/Route.card)) }
  func go(to route: Route) { state.route = route }
}

private struct Office: Model {
  struct State: Equatable, Sendable {
    @StateModel<Desk?> var desk = nil
  }

  @ModelState private var state: State

  func setDesk(_ desk: Desk.State?) { state.desk = desk }
}

/// Models of parts of a state, which have models below them.
@Suite struct PartTests {
  private let full = CardModel.State(id: 1, items: [.init(id: 2, value: 3)])

  @Test func aPartHasModelsBelowIt() {
    let store = Store<Desk>(initialState: .init(route: .card(full)))
    let desk = store.model
    let values = RenderProbe { desk.card?.$items.map { $0.value } }
    #expect(values.output == [3])
    desk.card?.$items[0].add(1)
    #expect(values.output == [4])
    #expect(store.state.route == .card(.init(id: 1, items: [.init(id: 2, value: 4)])))
    let card = desk.card
    desk.go(to: .none)
    #expect(values.output == nil)
    #expect(card?.$items.map { $0.value } == [4])
  }

  @Test func aPartOfARemovedModelShowsItsLastState() {
    let store = Store<Office>(initialState: .init(desk: .init(route: .card(full))))
    let desk = store.model.$desk
    store.model.setDesk(nil)
    let card = desk?.card
    #expect(card?.count == 0)
    #expect(card?.$items.map { $0.value } == [3])
    #expect(card?.$items.first?.shown == "2=3")
  }

  @Test func nothingStaysOfAPartOfARemovedModel() {
    let store = Store<Office>(initialState: .init(desk: .init(route: .card(full))))
    weak var (desk, card): (AnyPlace?, AnyPlace?)
    do {
      let model = store.model.$desk
      store.model.setDesk(nil)
      desk = model?.place
      card = model?.card?.place
      #expect(model?.card?.$items.count == 1)
    }
    #expect(card == nil)
    #expect(desk == nil)
  }

  @Test func aRemovedModelDoesNotKeepThoseAbove() {
    weak var root: AnyPlace?
    let desk: Desk?
    do {
      let store = Store<Office>(initialState: .init(desk: .init(route: .card(full))))
      desk = store.model.$desk
      root = store.root
      store.model.setDesk(nil)
    }
    #expect(root == nil)
    #expect(desk?.route == .card(full))
  }

  @Test func nothingStaysOfARowThatGoesBeforeTheModelsBegin() {
    let store = Store<[CounterRowModel]>(initialState: [.init(id: 1)])
    weak let row: AnyPlace? = store.root.models.current.first
    #expect(row != nil)
    let change = store.root.beginChange()
    change.assign(StateModel(wrappedValue: []))
    store.root.endChange(change)
    #expect(row == nil)
  }

  @Test func aRemovedModelKeepsTheDependenciesThatOneAboveHasSet() {
    let notes = Notes()
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
    let row = store.model.$counters[0]
    store.model.activations = notes
    store.model.remove(1)
    #expect(row.activations === notes)
  }

  // MARK: Views of cases and of what may be missing

  @Test func aCaseIsReadAndSetByItsView() {
    let store = Store<TableModel>(initialState: .init(detour: .note("a")))
    let view = store.model.view.detour.case(/Detour.note)
    #expect(view?.value == "a")
    view?.set("b")
    #expect(store.state.detour == .note("b"))
    store.model.change { $0.detour = .edit(.init(id: 1)) }
    view?.set("c")
    #expect(view?.value == nil)
    #expect(store.state.detour == .edit(.init(id: 1)))
    store.model.change { $0.detour = .note("d") }
    #expect(view?.value == "d")
  }

  @Test func aPropertyOfWhatMayBeMissingIsSetOnlyIfItIsThere() {
    let store = Store<TableModel>(initialState: .init())
    let count = store.model.view.focus.count
    count.wrappedValue = 5
    #expect(store.state.focus == nil && count.value == nil)
    store.model.change { $0.focus = .init(id: 1) }
    count.wrappedValue = 6
    #expect(store.state.focus?.count == 6 && count.value == 6)
    count.wrappedValue = nil
    #expect(store.state.focus?.count == 6)
  }

  @Test func identitiesAreSpread() {
    let hashes = (0..<10).map { SingleID(id: $0).hashValue }
    #expect(Set(hashes).count > 1)
    #expect(SingleID(id: 3).hashValue == SingleID(id: 3).hashValue)
  }
}
