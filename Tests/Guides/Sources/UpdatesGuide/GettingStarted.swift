import ArticleOutput
import StrataRendering
import StrataUpdates

struct AppView: View {
  @StateObject var store = Store(
    update: AppState.update,
    state: AppState(),
    environment: AppEnvironment()
  )

  var body: some View {
    VStack {
      Text("The count is: \(store.state.count)")
      Button("Increment") { store.send(.increment) }
    }
  }
}

private struct NameView: View {
  let store: Store<AppState, AppAction, AppEnvironment>

  var body: some View {
    TextField(
      "Username",
      text: Binding(store: store, get: { $0.username }, tag: { .setUsername($0) })
    )
  }
}

@Sendable func gettingStarted() {
  func show() -> [String] {
    let view = AppView()
    let screen = ConsoleView(.appending)
    let probe = RenderProbe {
      view.lines
    } onRender: {
      screen.show($0)
    }
    view.press("Increment")  // prints "The count is: 1"
    probe.cancel()
    return view.lines
  }
  precondition(show() == ["The count is: 1", "[Increment]"])

  let store = Store(update: AppState.update, state: AppState(), environment: AppEnvironment())
  let token = store.observe { state in print("\(state.count)") }
  store.send(.increment)
  token.cancel()

  store.send(.setUsername("Ada"))
  precondition(NameView(store: store).lines == ["Username: Ada"])
}
