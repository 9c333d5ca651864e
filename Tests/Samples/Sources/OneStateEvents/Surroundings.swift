import StrataOneStore

// Declarations that the document's samples use and do not show here.

struct FactPromptModel: Model {
  struct State: Equatable {
    var fact: String
  }

  enum Event {
    case onDismiss
  }

  @ModelState private var state: State

  func dismissTapped() { send(.onDismiss) }
}
