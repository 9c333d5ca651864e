// swift-format-ignore-file
// The section "Events". The document shows methods; the models around them are added.
import StrataOneStore

enum AppEvent { 
  case logout
}

struct ChildModel: Model {
  struct State: Equatable {}

  @ModelState private var state: State

func onLogoutTapped() { // ChildModel
  send(AppEvent.logout)
}
}

struct AppModel: Model {
  struct State: Equatable {
    var user: String? = "Ada"
    @StateModel<ChildModel> var child = .init()
  }

  @ModelState private var state: State

func onActivate() { // AppModel
  forEach(events(of: AppEvent.logout)) {
    state.user = nil
  }
}
}

// The document leaves the state out.
struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
  }

  @ModelState private var state: State

  enum Event {
    case onRemove
  }

  func removeButtonTapped() {
    send(.onRemove)
  }
}

struct ListModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil
  }

  @ModelState private var state: State

func onActivate() {
forEach(events(from: \.$counters)) { event, counter in
  switch event {
  case .onRemove:
    state.counters.removeAll { [id = counter.id] in 
      $0.id == id 
    }
  }
}

forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in
  state.factPrompt = nil
}
}
}
