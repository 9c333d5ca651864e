import StrataRendering
import StrataStores
import Testing

@Suite struct ExampleViewTests {
  @Test func viewTemplateIsDrawnAnewForEachState() {
    let store = ExampleViewStore(delivery: .immediate)
    let view = ExampleView(store: ObservableViewStore(store))
    let probe = RenderProbe { view.lines }
    #expect(probe.output == ["Nothing tapped yet"])
    store.buttonWasTapped()
    #expect(probe.output == ["Tapped: 1"])
    #expect(probe.evaluations == 2)
  }
}
