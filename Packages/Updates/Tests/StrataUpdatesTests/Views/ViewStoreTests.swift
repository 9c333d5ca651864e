import StrataRendering
import StrataUpdates
import Testing

@Suite struct ViewStoreTests {
  @Test func aViewStoreReadsItsSourceEachTime() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    let child = ViewStore(store: store, cursor: FieldCursor.self)
    #expect(child.state.text == "")
    store.send(.setText("new"))
    #expect(child.state.text == "new")
  }

  @Test func viewStoresNestToAnyDepth() {
    let store = makeStore()
    var inner = ViewStore<CounterState, CounterAction>(
      store: store,
      get: { $0 },
      tag: { $0 }
    )
    for _ in 0..<100 {
      inner = inner.viewStore(get: { $0 }, tag: { (action: CounterAction) in action })
    }
    inner.send(.add(3))
    #expect(store.state.count == 3)
    #expect(inner.state == store.state)
    let texts = ViewStore(store: inner, get: { $0.text }, tag: { CounterAction.setText($0) })
    texts.send("deep")
    #expect(store.state.text == "deep")
  }

  @Test func aViewStoreIsTwoClosures() {
    let sent = Recorded<Int>()
    let store = ViewStore(get: { 5 }, send: { (number: Int) in sent.append(number) })
    store.send(store.state)
    #expect(sent.elements == [5])
  }

  @Test func aConstantStoreIgnoresActions() {
    let store = ViewStore<Int, Int>.constant(state: 4)
    store.send(9)
    #expect(store.state == 4)
  }

  @Test func aProbeThatReadsAViewStoreFollowsTheRoot() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    let child = ViewStore(store: store, cursor: FieldCursor.self)
    let probe = RenderProbe { child.state.text }
    store.send(.setText("seen"))
    #expect(probe.output == "seen")
  }
}
