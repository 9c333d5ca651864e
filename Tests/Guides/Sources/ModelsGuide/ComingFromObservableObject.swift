import ArticleOutput
import Strata
import StrataRendering

@Model struct SearchScreen {
  var query = ""
  private(set) var results: [String] = []
  var canSearch: Bool { query.count > 2 }

  func onActivate() {
    node.task("search", id: query) { query in
      try await node.continuousClock.sleep(for: .milliseconds(300))
      results = [query]
    }
  }
}

struct SearchView: View {
  @ObservedModel var screen: SearchScreen

  var body: some View {
    VStack {
      TextField("Search", text: $screen.query)
      Text("\(screen.results.count) results")
    }
  }
}

@Sendable func comingFromObservableObject() async throws {
  let screen = SearchScreen().withAnchor()
  let observation = screen.node.onChange(of: screen.canSearch, initial: false) { old, new in
    print("\(old) to \(new)")  // false to true
  }
  screen.query = "swift"
  observation.cancel()
}
