import StrataUpdates

/// The store that the article tests and does not show.
struct Search: Equatable {
  var text = ""
  var results: [String] = []

  static func update(
    state: Search,
    action: SearchAction,
    environment: SearchEnvironment
  ) -> Update<Search, SearchAction> {
    var model = state
    switch action {
    case .type(let text):
      model.text = text
      return Update(state: model, fx: .future { .found(await environment.find(text)) })
    case .found(let results):
      model.results = results
      return Update(state: model)
    }
  }
}

enum SearchAction: Equatable {
  case type(String)
  case found([String])
}

struct SearchEnvironment {
  var find: @Sendable (String) async -> [String]
}
