import StrataOneStore
import StrataRendering

// Declarations that the document's samples use and do not show.

struct CounterModel: Model {
  struct State: Equatable {
    @Writable var count = 0
  }

  @ModelState private var state: State

  func decrementTapped() { state.count -= 1 }
  func incrementTapped() { state.count += 1 }
  func countDidUpdate(to count: Int) { state.count = count }
}

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    @StateModel<CounterModel> var counter = .init()
  }

  @ModelState private var state: State
}

struct FactPromptModel: Model {
  struct State: Equatable {
    var fact: String
  }

  @ModelState private var state: State
}

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil

    var sum: Int { counters.reduce(0) { $0 + $1.counter.count } }
  }

  @ModelState private var state: State

  func add() { state.counters.append(.init(id: state.counters.count)) }
  func show(_ fact: String) { state.factPrompt = .init(fact: fact) }
}

struct CounterRowView: View {
  @ObservedModel var model: CounterRowModel

  var body: some View { CounterView(model: model.$counter) }
}

struct FactPromptView: View {
  @ObservedModel var model: FactPromptModel

  var body: some View { Text(model.fact) }
}
