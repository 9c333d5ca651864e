// swift-format-ignore-file
// The section "Animations" of the ObservableStore document.
import StrataRendering
import StrataUpdates

func update(
    state: State,
    action: Action,
    environment: Environment
) -> Update<State, Action> {
    switch action {
    // ...
    case .authenticate(let credentials):
        return Update(state: state).animation(.default)
    }
}
