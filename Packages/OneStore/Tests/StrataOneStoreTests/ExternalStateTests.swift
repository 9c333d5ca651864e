import StrataConcurrency
import StrataCore
import Synchronization
import Testing

@testable import StrataOneStore

/// What a recording is told of the states of a store.
@Suite struct ExternalStateTests {
  private let store = Store<TableModel>(initialState: .init())

  private func observe(_ body: @escaping @Sendable (TableModel.State) -> Void) -> any Cancellable {
    store.root.observeExternalStates { state, _ in
      if let state = state as? TableModel.State { body(state) }
    }
  }

  @Test func eachStateIsToldUntilTheEnd() {
    let table = store.model
    let notes = Notes()
    let observing = observe { notes.note($0.title) }
    table.change { $0.title = "A" }
    table.change { $0.title = "B" }
    observing.cancel()
    table.change { $0.title = "C" }
    #expect(notes.all == ["A", "B"])
    #expect((store.root.externalState as? TableModel.State)?.title == "C")
    #expect(store.storage.listenerCount.load(ordering: .relaxed) == 0)
  }

  @Test func whatOnlyViewsSeeIsNotTold() {
    let table = store.model
    table.change { $0.detour = .edit(.init(id: 1)) }
    let notes = Notes()
    let observing = observe { notes.note($0.title) }
    #expect(table.edited?.id == 1)
    store.stateOverride = TableModel.State(title: "X")
    store.stateOverride = nil
    #expect(notes.all == [])
    observing.cancel()
  }

  @Test func aStateThatAnObserverSetsIsToldAfterTheOneThatItIsToldOf() {
    let table = store.model
    let notes = Notes()
    let observing = observe { state in
      notes.note("begin \(state.title)")
      if state.title.count < 3 { table.change { $0.title += "x" } }
      notes.note("end \(state.title)")
    }
    table.change { $0.title = "x" }
    #expect(
      notes.take() == ["begin x", "end x", "begin xx", "end xx", "begin xxx", "end xxx"]
    )
    table.change { $0.title = "later" }
    #expect(notes.take() == ["begin later", "end later"])
    observing.cancel()
  }
}
