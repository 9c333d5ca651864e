// Declarations that the document's sections leave out.
import StrataUpdates

enum Color {
  case blue
  case red
}

enum AppAction {
  case setColor(Color)
  case setUsername(String)
}

struct AppEnvironment {}

struct AppState: Equatable {
  var text = "text"
  var username = "ada"
  var color = Color.blue

  static func update(
    state: AppState,
    action: AppAction,
    environment: AppEnvironment
  ) -> Update<AppState, AppAction> {
    var model = state
    switch action {
    case .setColor(let color): model.color = color
    case .setUsername(let name): model.username = name
    }
    return Update(state: model)
  }
}
