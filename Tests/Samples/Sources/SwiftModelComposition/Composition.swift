// swift-format-ignore-file
// The section "Models and Composition", up to "Model Life Stages". Surroundings.swift contains the declarations that
// the samples use and do not show.
import Strata

@Model struct CountModel {
  var count = 0
  
  func decrementTapped() {
    count -= 1
  }
  
  func incrementTapped() {
    count += 1
  }
}

@Model struct CounterRowModel {
  var counter = CountModel()
}

@Model struct AppModel {
  var counters: [CounterRowModel] = []
  var factPrompt: FactPromptModel? = nil
  
  var sum: Int {
    counters.reduce(0) { $0 + $1.counter.count }
  }
}

@ModelContainer enum Path {
  case detail(StandupDetail)
  case meeting(Meeting, standup: Standup)
  case record(RecordMeeting)
}

// "Model Life Stages". `CounterRowModel(...)` stands for an initializer with arguments; the sample's
// other lines are these.

extension AppModel {
func addButtonTapped() {
  let row = CounterRowModel() // Initial state           
  counters.append(row) // row is copied and anchored
}
}
