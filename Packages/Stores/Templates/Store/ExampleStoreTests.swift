import StrataConcurrency
import StrataStores
import Testing

private struct NoText: Error {}

@Suite struct ExampleStoreTests {
  private func states(_ store: ExampleStore, _ act: () -> Void) -> [ExampleState.State] {
    let told = Locked<[ExampleState.State]>([], rank: .leaf)
    let token = store.subscribe { state in told.withLock { $0.append(state.current) } }
    act()
    token.stop()
    return told.withLock { $0 }
  }

  @Test func storeTemplateTellsWhatItHasLoaded() {
    let store = ExampleStore(delivery: .immediate) { "loaded" }
    #expect(states(store) { store.reload() } == [.initial, .loading, .main(text: "loaded")])
    #expect(store.state.text == "loaded")
    #expect(store.state.error == nil)
  }

  @Test func storeTemplateTellsWhyNothingWasLoaded() {
    let store = ExampleStore(delivery: .immediate) { throw NoText() }
    let failed = ExampleState.State.error(EquatableError(NoText()))
    #expect(states(store) { store.reload() } == [.initial, .loading, failed])
    #expect(store.state.text == nil)
    #expect(store.state.error?.error is NoText)
  }
}
