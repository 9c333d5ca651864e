// swift-format-ignore-file
// The sections "Getting and setting state in views" and "Bindings" of the ObservableStore document.
import StrataRendering
import StrataUpdates

struct FormView: View {
    @ObservedObject var store: Store<AppState, AppAction, AppEnvironment>

    var body: some View {
        VStack {
Text(store.state.text)

Button("Set color to red") {
    store.send(AppAction.setColor(.red))
}

TextField(
    "Username",
    text: Binding(
        store: store,
        get: { state in state.username },
        tag: { username in .setUsername(username) }
    )
)

TextField(
    "Username",
    text: Binding(
        store: store,
        get: \.username,
        tag: AppAction.setUsername
    )
)
        }
    }
}
