// swift-format-ignore-file
// The section "Composition with @StateModel". The document shows statements as well; the functions around
// them are added.
import Foundation
import StrataOneStore

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: UUID
    @StateModel<CountModel> var counter = .init()
  }

  @ModelState private var state: State
}

func increment(_ rowModel: CounterRowModel) {
let rowModel = rowModel.$counter
rowModel.incrementTapped()
}

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil

    var sum: Int {
      counters.reduce(0) { $0 + $1.counter.count }
    }
  }

  @ModelState private var state: State
}

func incrementAll(_ appModel: AppModel) {
for row in appModel.$counters {
  row.$counter.incrementTapped()
}
}
