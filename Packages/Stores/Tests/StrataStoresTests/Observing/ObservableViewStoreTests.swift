import Observation
import StrataRendering
import StrataStores
import Testing

@Suite struct ObservableViewStoreTests {
  @Test func probesAreWokenByEachDeliveredState() {
    let store = ScreenStore()
    let observable = ObservableViewStore(store)
    let probe = RenderProbe { observable.state.width }
    store.state.width = 1
    store.state.width = 2
    #expect(probe.output == 2)
    #expect(probe.evaluations == 3)
  }

  @Test func observationIsToldOfChanges() {
    let store = ScreenStore()
    let observable = ObservableViewStore(store)
    let told = Recorded<Bool>()
    withObservationTracking {
      _ = observable.state
    } onChange: {
      told.append(true)
    }
    store.state.width = 1
    #expect(told.count == 1)
    #expect(observable.state.width == 1)
  }

  @Test func viewWithShowsTheState() {
    let store = ScreenStore()
    let view = ViewWith(ObservableViewStore(store)) { Text("width \($0.width)") }
    let direct = ViewFor(store) { Text("width \($0.width)") }
    #expect(view.lines == ["width 0"])
    store.state.width = 3
    #expect(view.lines == ["width 3"])
    #expect(direct.lines == ["width 3"])
  }
}
