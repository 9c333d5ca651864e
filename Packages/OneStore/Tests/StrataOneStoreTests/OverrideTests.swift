import StrataConcurrency
import StrataCore
import StrataRendering
import Testing

@testable import StrataOneStore

/// What comes and goes in a store and in its override, each without the other.
@Suite struct OverrideTests {
  private let store = Store<TableModel>(initialState: .init())
  private var table: TableModel { store.model }

  private func track<Result>(_ body: () -> Result) -> Result {
    Tracker("view", at: .thisLine()) {}.track(body)
  }

  private func override(_ body: (inout TableModel.State) -> Void) {
    var state = store.stateOverride ?? store.state
    body(&state)
    store.stateOverride = state
  }

  @Test func aRowThatTheStoreLosesIsShownAsTheOverrideHasIt() {
    table.change { $0.main.items = [.init(id: 1)] }
    let values = RenderProbe { [table] in table.$main.$items.map { $0.value } }
    override { $0.main.items[0].value = 10 }
    table.change { $0.main.items = [] }
    override { $0.main.items[0].value = 20 }
    #expect(values.output == [20])
    store.stateOverride = nil
    #expect(values.output == [])
  }

  @Test func aPartThatTheStoreLosesIsShownAsTheOverrideHasIt() {
    table.change { $0.detour = .edit(.init(id: 1)) }
    let edited = RenderProbe { [table] in table.edited?.shown }
    override { $0.detour = .edit(.init(id: 1, value: 10)) }
    table.change { $0.detour = nil }
    override { $0.detour = .edit(.init(id: 1, value: 20)) }
    #expect(edited.output == "1=20")
    store.stateOverride = nil
    #expect(edited.output == nil)
  }

  @Test func aRowThatTheStoreGetsMeanwhileIsFollowedAfterTheOverride() {
    override { $0.main.items = [.init(id: 7, value: 4)] }
    let values = RenderProbe { [table] in table.$main.$items.map { $0.value } }
    table.change { $0.main.items = [.init(id: 7, value: 4)] }
    store.stateOverride = nil
    table.$main.$items[0].add(1)
    #expect(values.output == [5])
  }

  @Test func aPartThatTheStoreGetsMeanwhileIsFollowedAfterTheOverride() {
    override { $0.detour = .edit(.init(id: 7, value: 4)) }
    let edited = RenderProbe { [table] in table.edited?.shown }
    table.change { $0.detour = .edit(.init(id: 7, value: 4)) }
    store.stateOverride = nil
    table.edited?.add(1)
    #expect(edited.output == "7=5")
  }

  @Test func aListBelowARowThatTheFormerOverrideLackedIsShown() {
    table.change { $0.columns = [.init(id: 1, cards: [.init(id: 1)])] }
    let column = table.$columns[0]
    let cards = RenderProbe { column.$cards.map(\.id) }
    override { $0.columns = [] }
    #expect(cards.output == [1])
    override { $0.columns = [.init(id: 1, cards: [.init(id: 1), .init(id: 2)])] }
    #expect(cards.output == [1, 2])
  }

  @Test func aRowThatTheNextOverrideLacksIsLetGo() {
    let life = LifeCount()
    let ids = RenderProbe { [table] in table.$main.$items.map(\.id) }
    for id in 1...3 {
      let item = LeafModel.State(id: id, token: life.makeToken())
      override { $0.main.items = [item] }
      #expect(ids.output == [id])
    }
    override { $0.main.items = [] }
    #expect(ids.output == [])
    #expect(life.value == 0)
  }

  @Test func aPartOfARowThatTheStoreLosesIsLetGoBeforeTheOverride() {
    table.change { $0.columns = [.init(id: 1, cards: [.init(id: 5)])] }
    override { $0.columns[0].cards[0].detour = .edit(.init(id: 9)) }
    weak var part: AnyPlace?
    do {
      let card = table.$columns[0].$cards[0]
      part = track { card.edited?.place }
      #expect(part != nil)
    }
    table.change { $0.columns = [] }
    #expect(part == nil)
  }

  @Test func aRowOfAnOverrideIsWrittenToNoOneAlsoWhenTheStoreHasOneOfItsIdentity() {
    let reports = Notes()
    ReportSink.withHandler { report in
      reports.note(report.message)
    } operation: {
      override { state in
        state.main.items = [.init(id: 7)]
        state.detour = .edit(.init(id: 8))
      }
      let (item, part) = track { (table.$main.$items[0], table.edited) }
      store.stateOverride = nil
      table.change { state in
        state.main.items = [.init(id: 7)]
        state.detour = .edit(.init(id: 8))
      }
      item.add(1)
      part?.add(1)
    }
    #expect(store.state.main.items[0].value == 0)
    #expect(store.state.detour == .edit(.init(id: 8)))
    #expect(reports.all.count == 2)
  }

  @Test func nothingStaysOfAPartThatOnlyTheOverrideHas() {
    weak var root: AnyPlace?
    weak var part: AnyPlace?
    do {
      let store = Store<TableModel>(initialState: .init())
      let table = store.model
      store.stateOverride = TableModel.State(detour: .edit(.init(id: 1)))
      part = track { table.edited?.place }
      root = store.root
      #expect(part != nil)
    }
    #expect(part == nil)
    #expect(root == nil)
  }

  @Test func aRowThatNoViewFollowsAnyMoreGoesUnnoticedBehindTheOverride() {
    table.change { $0.main.items = [.init(id: 1)] }
    let item = table.$main.$items[0]
    RenderProbe { item.value }.cancel()
    item.add(1)
    override { $0.title = "over" }
    let ids = RenderProbe { [table] in table.$main.$items.map(\.id) }
    table.change { $0.main.items = [] }
    #expect(ids.output == [1])
    #expect(ids.evaluations == 1)
  }

  @Test func aRowAndAPartOfAnOverrideAreLetGoWithIt() {
    let life = LifeCount()
    let shown = RenderProbe { [table] in
      "\(table.$main.$items.map { $0.value }) \(table.edited?.shown ?? "")"
    }
    override { state in
      state.main.items = [.init(id: 1, token: life.makeToken())]
      state.detour = .edit(.init(id: 2, token: life.makeToken()))
    }
    #expect(shown.output == "[0] 2=0")
    store.stateOverride = nil
    #expect(shown.output == "[] ")
    #expect(life.value == 0)
  }

  @Test func aPartOfAnOverrideThatTheStoreGetsMeanwhileIsLetGoWithTheOverride() {
    override { $0.detour = .edit(.init(id: 7)) }
    weak let part: AnyPlace? = track { table.edited?.place }
    table.change { $0.detour = .edit(.init(id: 7)) }
    #expect(part != nil)
    store.stateOverride = nil
    #expect(part == nil)
    #expect(table.edited?.id == 7)
  }

  @Test func aRowThatTheOverrideHasElsewhereIsShownAsItIsThere() {
    table.change { $0.main.items = [.init(id: 1), .init(id: 2), .init(id: 3)] }
    let item = table.$main.$items[0]
    let value = RenderProbe { item.value }
    override { $0.main.items = [.init(id: 3), .init(id: 2), .init(id: 1, value: 5)] }
    #expect(value.output == 5)
    override { $0.main.items.swapAt(1, 2) }
    #expect(value.output == 5)
    #expect(value.evaluations == 2)
  }

  @Test func theListOfTheRootIsFollowed() {
    let rows = Store<[CounterRowModel]>(initialState: [.init(id: 1)])
    let ids = RenderProbe { rows.model.map(\.id) }
    rows.stateOverride = [.init(id: 1), .init(id: 2)]
    #expect(ids.output == [1, 2])
    rows.stateOverride = nil
    #expect(ids.output == [1])
  }

  @Test func printersSeeTheStoreAndNotTheOverride() {
    let notes = Notes()
    let printing = table.printStateUpdates(of: \.title, name: "title", to: notes.note)
    override { $0.title = "over" }
    #expect(notes.take() == [])
    table.change { $0.title = "live" }
    let printed = notes.take()
    #expect(printed.count == 1 && printed.first?.contains("live") == true)
    store.stateOverride = nil
    #expect(notes.take() == [])
    printing.cancel()
  }
}
