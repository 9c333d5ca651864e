import StrataRendering
import StrataUpdates
import StrataUpdatesTesting
import Testing

struct QueryCursor: CursorProtocol {
  static func get(state: Notebook) -> String { state.query }
  static func set(state: Notebook, inner: String) -> Notebook {
    var model = state
    model.query = inner
    return model
  }
  static func tag(_ action: String) -> NotebookAction { .search(action) }
}

/// Parts that know nothing of the whole.
struct ComponentsTests {
  @Test func aBindingSendsAndReads() {
    let store = notebook()
    let query = Binding(
      store: store,
      get: { state in state.query },
      tag: { .search($0) }
    )
    query.wrappedValue = "tea"
    #expect(store.state.query == "tea")
    #expect(query.wrappedValue == "tea")
  }

  @Test func aBindingByKeyPathAndCase() {
    let store = notebook()
    let query = Binding(store: store, get: \.query, tag: NotebookAction.search)
    query.wrappedValue = "milk"
    #expect(store.state.query == "milk")
  }

  @Test func aPartReadsTheWholeEachTime() {
    let store = notebook()
    let part = ViewStore(store: store, cursor: QueryCursor.self)
    store.send(.search("a"))
    #expect(part.state == "a")
    part.send("b")
    #expect(store.state.query == "b")
    #expect(part.state == "b")
  }

  @Test func aBindingToAPart() {
    let store = notebook()
    let part = ViewStore(store: store, cursor: QueryCursor.self)
    let text = Binding(store: part, get: { $0 }, tag: { $0 })
    text.wrappedValue = "c"
    #expect(store.state.query == "c")
  }

  @Test func partsOfEqualStateAreEqual() {
    let store = notebook()
    let one = ViewStore(store: store, cursor: QueryCursor.self)
    let two = ViewStore(store: store, cursor: QueryCursor.self)
    #expect(one == two)
  }

  @Test func aRowIsFoundByItsKey() {
    let store = notebook()
    store.send(.add("tea"))
    store.send(.add("milk"))
    let row = ViewStore(store: store, cursor: NoteCursor.self, key: 1)
    #expect(row?.state.text == "milk")
    row?.send(.star)
    #expect(store.state.notes.map(\.isStarred) == [false, true])
    #expect(ViewStore(store: store, cursor: NoteCursor.self, key: 9) == nil)
  }

  @Test func anActionForARowThatIsGoneChangesNothing() {
    let store = notebook()
    store.send(.note(id: 3, .star))
    #expect(store.state == Notebook())
  }

  @Test func effectsOfARowComeBackTagged() {
    let store = notebook()
    store.send(.add("ab"))
    let seen = Seen<NotebookAction>()
    let token = store.observeActions { seen.add($0) }
    store.send(.note(id: 0, .echo))
    #expect(seen.values == [.note(id: 0, .echo), .note(id: 0, .edit("abab"))])
    #expect(store.state.notes[0].text == "abab")
    token.cancel()
  }

  @Test func aConstantPartIgnoresActions() {
    let part = ViewStore<String, NoteAction>.constant(state: "fixed")
    part.send(.star)
    #expect(part.state == "fixed")
  }

  @Test func addressesForward() {
    let store = notebook()
    let send = Address.forward(
      send: store.send,
      tag: { (text: String) in NotebookAction.add(text) }
    )
    send("tea")
    #expect(store.state.notes.map(\.text) == ["tea"])
  }

  @Test func aRecordingReplays() throws {
    let store = notebook()
    let recorder = StoreRecorder(store)
    store.send(.add("tea"))
    store.send(.tick)
    let recording = recorder.recording
    #expect(recording.actions.count == 6)
    let last = try recording.replay(update: Notebook.update, environment: NotebookEnvironment())
    #expect(last == store.state)
  }

  @Test func aRecordingOfAnotherProgramDiverges() {
    let store = notebook()
    let recorder = StoreRecorder(store)
    store.send(.add("tea"))
    #expect(throws: ReplayDivergence.self) {
      _ = try recorder.recording.replay(
        update: { state, action, _ in
          var model = state
          model.message = "other"
          return Update<Notebook, NotebookAction>(state: model)
        },
        environment: NotebookEnvironment()
      )
    }
  }

  @Test(.simulated()) func aTestStoreAssertsEachStep() async {
    let store = TestStore(
      update: Notebook.update,
      state: Notebook(),
      environment: NotebookEnvironment { ["x"] }
    )
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(["x"])) {
      $0.isLoading = false
      $0.notes = [Note(id: 0, text: "x")]
    }
  }

  @Test(.simulated()) func aTestStoreFollowsAChain() async {
    let store = TestStore(
      update: Notebook.update,
      state: Notebook(),
      environment: NotebookEnvironment()
    )
    await store.send(.tick) { $0.ticks = 1 }
    for count in 2...5 {
      await store.receive(.tick) { $0.ticks = count }
    }
  }
}
