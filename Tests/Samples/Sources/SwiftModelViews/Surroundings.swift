import Strata
import StrataRendering

// Declarations that the document's samples use and do not show.

@Model struct CounterModel {
  var count = 0

  func decrementTapped() { count -= 1 }
  func incrementTapped() { count += 1 }
}

@Model struct CounterRowModel {
  var counter = CounterModel()
}

@Model struct FactPromptModel {
  var fact: String
}

@Model struct AppModel {
  var counters: [CounterRowModel] = []
  var factPrompt: FactPromptModel? = nil

  var sum: Int {
    counters.reduce(0) { $0 + $1.counter.count }
  }
}

struct CounterRowView: View {
  @ObservedModel var model: CounterRowModel

  var body: some View { CounterView(model: model.counter) }
}

struct FactPromptView: View {
  @ObservedModel var model: FactPromptModel

  var body: some View { Text(model.fact) }
}
