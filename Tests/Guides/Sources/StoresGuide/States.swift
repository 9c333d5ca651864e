import ArticleOutput
import StrataStores

struct SearchState: StateContainer {
  enum State: EnumState {
    case empty
    case searching
    case results([String])
  }

  var current: State = .empty
  var text = ""
}

extension SearchState {
  var isBusy: Bool { current == .searching }

  var count: Int? {
    switch current {
    case .results(let results): results.count
    case .empty, .searching: nil
    }
  }

  var summary: String { count.map { "\($0) found" } ?? (isBusy ? "searching" : "nothing to find") }
}

extension SearchState {
  mutating func type(_ text: String) {
    update {
      $0.text = text
      $0.current = $0.text.isEmpty ? .empty : .searching
    }
  }

  mutating func receive(_ results: [String]) -> Bool {
    update {
      guard $0.isBusy else { return false }
      $0.current = .results(results)
      return true
    }
  }
}

@Sendable func states() async throws {
  let some = SearchState.State.results(["a"])
  print(some.isDistinct(from: .results([])))  // false
  print(some.isDistinct(from: .empty))  // true
  print(some.name)  // results

  var search = SearchState()
  search.type("swift")
  print(search.summary)  // searching
  print(search.receive(["one", "two"]))  // true
  print(search.receive(["late"]))  // false
  print(search.summary)  // 2 found
}
