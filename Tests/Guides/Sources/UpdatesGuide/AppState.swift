import StrataUpdates

/// The declarations that several articles use and do not show.
enum AppAction: Equatable {
  case increment
  case setUsername(String)
  case load
  case loaded(Int)
}

struct AppEnvironment {
  var load: @Sendable () async -> Int = { 0 }
}

struct AppState: Equatable {
  var count = 0
  var username = ""
  var isLoading = false
  var number = 0

  static func update(
    state: AppState,
    action: AppAction,
    environment: AppEnvironment
  ) -> Update<AppState, AppAction> {
    var model = state
    switch action {
    case .increment: model.count += 1
    case .setUsername(let name): model.username = name
    case .load:
      model.isLoading = true
      return Update(state: model, fx: .future { .loaded(await environment.load()) })
    case .loaded(let number):
      model.isLoading = false
      model.number = number
    }
    return Update(state: model)
  }
}
