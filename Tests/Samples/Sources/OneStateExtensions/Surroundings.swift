import StrataOneStore

// Declarations that the document's samples use and do not show.

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
  }

  enum Event {
    case onRemove
  }

  @ModelState private var state: State

  func removeButtonTapped() { send(.onRemove) }
}

struct EditModel: Model {
  struct State: Equatable {
    var text = ""
  }

  @ModelState private var state: State

  func type(_ text: String) { state.text = text }
}

struct RecordModel: Model {
  struct State: Equatable {
    var seconds = 0
  }

  @ModelState private var state: State

  func tick() { state.seconds += 1 }
}
