// The document's samples on models and composition, as they stand, with only the import changed. The omitted
// declarations are in CounterFactSurroundings.swift.

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
