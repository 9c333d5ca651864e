import StrataUpdates

struct Search: Equatable, Sendable {
  var text = ""
  var isSearching = false
  var results: [String] = []
}

enum SearchAction: Equatable, Sendable {
  case type(String)
  case found([String])
  case clear
  case listen
}

struct SearchEnvironment: Sendable {
  var find: @Sendable (String) async -> [String] = { ["\($0)!"] }
}

extension Search {
  @Sendable
  static func update(
    state: Search,
    action: SearchAction,
    environment: SearchEnvironment
  ) -> Update<Search, SearchAction> {
    var next = state
    switch action {
    case .type(let text):
      next.text = text
      next.isSearching = true
      return Update(
        state: next,
        fx: .future { .found(await environment.find(text)) }
          .debounce(id: "search", for: .milliseconds(300))
      )
    case .found(let results):
      next.isSearching = false
      next.results = results
    case .clear:
      return Update(state: Search(), fx: .merge(.cancel(id: "search"), .just(.found([]))))
    case .listen:
      return Update(state: state, fx: .run { _ in try? await Task.sleep(for: .seconds(1_000)) })
    }
    return Update(state: next)
  }
}
