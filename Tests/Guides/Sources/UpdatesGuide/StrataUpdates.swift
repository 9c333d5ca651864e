import ArticleOutput
import StrataUpdates

@Sendable func strataUpdates() {
  enum AppAction {
    case increment
  }

  struct AppEnvironment {}

  struct AppState: Equatable {
    var count = 0

    static func update(
      state: AppState,
      action: AppAction,
      environment: AppEnvironment
    ) -> Update<AppState, AppAction> {
      switch action {
      case .increment:
        var model = state
        model.count += 1
        return Update(state: model)
      }
    }
  }

  let store = Store(update: AppState.update, state: AppState(), environment: AppEnvironment())
  store.send(.increment)
  print(store.state.count)  // 1
}
