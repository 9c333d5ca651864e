import StrataOneStore

// Declarations that the document's samples use and do not show here.

struct CountModel: Model {
  struct State: Equatable {
    var count = 0
  }

  @ModelState private var state: State

  func incrementTapped() { state.count += 1 }
}

struct FactPromptModel: Model {
  struct State: Equatable {
    var fact: String
  }

  @ModelState private var state: State
}
