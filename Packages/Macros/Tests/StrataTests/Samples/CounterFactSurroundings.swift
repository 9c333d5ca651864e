import Strata

@Model struct FactPromptModel {
  let count: Int
  var fact: String
}

struct Standup: Equatable {
  var title = ""
}

struct Meeting: Equatable {
  var transcript = ""
}

@Model struct StandupDetail {
  var standup: Standup
}

@Model struct RecordMeeting {
  var seconds = 0
}

@Model struct StandupsApp {
  var path: Path?
  var stack: [StandupDetail] = []
}
