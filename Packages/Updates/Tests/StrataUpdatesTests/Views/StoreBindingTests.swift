import StrataRendering
import StrataUpdates
import Testing

@Suite struct StoreBindingTests {
  @Test func aBindingReadsTheStateAndWritesActions() {
    let store = makeStore()
    let handled = Recorded<CounterAction>()
    let token = store.observeActions { handled.append($0) }
    let text = HeadlessBinding(
      store: store,
      get: { state in state.text },
      tag: { text in .setText(text) }
    )
    text.wrappedValue = "a"
    #expect(text.wrappedValue == "a")
    #expect(handled.elements == [.setText("a")])
    withExtendedLifetime(token) {}
  }

  @Test func aKeyPathAndACaseAreEnough() {
    let store = makeStore()
    let text = HeadlessBinding(store: store, get: \.text, tag: CounterAction.setText)
    text.wrappedValue = "b"
    #expect(store.state.text == "b")
  }

  @Test func aBindingTakesAnyKindOfStore() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    let child = ViewStore(store: store, cursor: FieldCursor.self)
    let text = HeadlessBinding(store: child, get: \.text, tag: FieldAction.setText)
    text.wrappedValue = "c"
    #expect(store.state == Form(field: Field(text: "c"), edits: 1))
  }

  @Test func theUpdateFunctionDecidesWhatAWriteDoes() {
    let store = Store(
      update: { (text: String, new: String, _: Void) in
        Update<String, String>(state: String(new.prefix(3)))
      },
      state: "",
      environment: ()
    )
    let text = HeadlessBinding(store: store, get: { $0 }, tag: { $0 })
    text.wrappedValue = "abcdef"
    #expect(text.wrappedValue == "abc")
  }

  @Test func aBindingsAnimationGoesWithItsWrites() {
    let store = makeStore()
    let seen = Recorded<RecordedAnimation?>()
    let token = store.observe { _ in seen.append(RecordedTransaction.current.animation) }
    let text = HeadlessBinding(store: store, get: \.text, tag: CounterAction.setText)
    text.animation(.easeOut).wrappedValue = "d"
    #expect(seen.elements == [nil, .easeOut])
    withExtendedLifetime(token) {}
  }

  @Test func aFieldAndAButtonNeedOnlyAStore() {
    struct Entry: HeadlessView {
      let store: CounterStore

      var body: some HeadlessView {
        HeadlessText("\(store.state.count)")
        HeadlessTextField(
          "Name",
          text: HeadlessBinding(store: store, get: \.text, tag: CounterAction.setText)
        )
        HeadlessButton("Add") { store.send(.increment) }
      }
    }
    let entry = Entry(store: makeStore())
    let probe = RenderProbe { [store = entry.store] in Entry(store: store).lines }
    entry.enter("ada", into: "Name")
    entry.press("Add")
    #expect(probe.output == ["1", "Name: ada", "[Add]"])
  }
}
