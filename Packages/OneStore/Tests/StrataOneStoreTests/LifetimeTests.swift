import StrataConcurrency
import StrataCore
import StrataRendering
import Testing

@testable import StrataOneStore

/// Without work of its own, which would keep it until it has unwound.
private struct Shelf: Model {
  struct State: Equatable, Sendable {
    @StateModel<[CounterRowModel]> var counters = []
  }

  @ModelState private var state: State

  func remove(_ id: Int) { state.counters.removeAll { $0.id == id } }
}

/// A model whose children have children.
private struct Library: Model {
  struct State: Equatable, Sendable {
    var mark: Mark
    @StateModel<[CounterRowModel]> var counters: [CounterRowModel.State] = []
    @StateModel<Shelf?> var last: Shelf.State? = nil
  }

  final class Mark: Sendable, Equatable {
    static func == (a: Mark, b: Mark) -> Bool { a === b }
  }

  @ModelState private var state: State
}

private struct Meter: Model {
  struct State: Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { $state.transaction(body) }
}

@Suite struct LifetimeTests {
  @Test func nothingOfARemovedRowStaysWhenNoModelShowsIt() throws {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
    let app = store.model
    weak var row: AnyPlace?
    weak var counter: AnyPlace?
    do {
      let model = app.$counters[0]
      row = model.place
      counter = model.$counter.place
      model.$counter.incrementTapped()
      #expect(model.$counter.count == 1)
    }
    app.remove(1)
    #expect(row == nil)
    #expect(counter == nil)
  }

  @Test func aModelBelowARemovedRowKeepsWhatItNeeds() {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
    let app = store.model
    weak var row: AnyPlace?
    var counter: CounterModel?
    do {
      let model = app.$counters[0]
      row = model.place
      counter = model.$counter
      counter?.incrementTapped()
    }
    app.remove(1)
    #expect(counter?.count == 1)
    counter = nil
    #expect(row == nil)
  }

  @Test func nothingStaysOfAStoreThatWasNeverUsed() {
    weak var root: AnyPlace?
    do {
      let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
      root = store.root
    }
    #expect(root == nil)
  }

  @Test func nothingStaysOfWhatOnlyTheOverrideHas() {
    weak var ghost: AnyPlace?
    do {
      let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
      store.stateOverride = .init(counters: [.init(id: 1), .init(id: 7)])
      let app = store.model
      let probe = RenderProbe { app.$counters.map(\.id) }
      #expect(probe.output == [1, 7])
      let tracker = Tracker("test", at: .thisLine()) {}
      ghost = tracker.track { app.$counters[1].place }
      #expect(ghost != nil)
    }
    #expect(ghost == nil)
  }

  @Test func modelsThatAreReadAfterTheEndOfTheStoreKeepNothing() {
    weak var mark: Library.Mark?
    do {
      let library: Library
      do {
        let made = Library.Mark()
        mark = made
        let shelf = Shelf.State(counters: [.init(id: 1)])
        let store = Store<Library>(
          initialState: .init(mark: made, counters: [.init(id: 2)], last: shelf)
        )
        library = store.model
      }
      #expect(library.$counters[0].$counter.count == 0)
      #expect(library.$last?.$counters.map(\.id) == [1])
      #expect(library.$last?.$counters[0].$counter.count == 0)
      #expect(mark != nil)
    }
    #expect(mark == nil)
  }

  @Test func nothingStaysWhenTheStoreHasGone() {
    weak var root: AnyPlace?
    weak var row: AnyPlace?
    do {
      let store = Store<Shelf>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
      let shelf = store.model
      shelf.$counters[1].$counter.incrementTapped()
      root = store.root
      row = shelf.$counters[1].place
      shelf.remove(2)
    }
    #expect(root == nil)
    #expect(row == nil)
  }

  @Test func rowsThatAnAssignmentOfLinksLeavesOutEnd() {
    let store = Store<[CounterRowModel]>(initialState: [.init(id: 1), .init(id: 2)])
    store.activate()
    let table = store.root.models
    let rows = table.current
    store.root.context[container: table.slot] = PlaceLinks([rows[0]], isCollection: true)
    #expect(rows.map { $0.context.isLive } == [true, false])
  }

  @Test func aStoreMayBeReleasedByAChangeOfItsState() {
    weak var root: AnyPlace?
    do {
      var store: Store<Meter>? = Store(initialState: .init())
      root = store?.root
      let meter = store?.model
      meter?.change { state in
        state.count = 1
        store = nil
        state.count = 2
      }
      #expect(store == nil)
      #expect(meter?.count == 2)
    }
    #expect(root == nil)
  }
}
