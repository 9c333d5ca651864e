// swift-format-ignore-file
// The section "Effects" of the ObservableStore document; the bodies that it leaves out are added.
import StrataUpdates

struct Environment {
    // ...
    func authenticate(credentials: Credentials) -> AnyPublisher<Action, Never> {
      // ...
      .future { .authenticated(credentials.name) }
    }
}

func update(
    state: State,
    action: Action,
    environment: Environment
) -> Update<State, Action> {
    switch action {
    // ...
    case .authenticated(let user):
        return Update(state: State(user: user))
    case .authenticate(let credentials):
        return Update(
            state: state,
            fx: environment.authenticate(credentials: credentials)
        )
    }
}
