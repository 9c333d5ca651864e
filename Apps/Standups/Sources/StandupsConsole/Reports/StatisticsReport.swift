import ProgramFiles
import StandupsData

/// `stats`.
struct StatisticsReport: WrittenReport {
  let statistics: Statistics

  func write(
    to json: inout JSONWriter,
    _ pass: (inout JSONWriter) throws(ChannelFailure) -> Void
  ) throws(ChannelFailure) {
    try json.object { json throws(ChannelFailure) in
      json.key("meetings")
      json.number(statistics.meetings)
      json.key("speakers")
      try json.array(statistics.speakers) { json, speaker throws(ChannelFailure) in
        write(speaker, to: &json)
        try pass(&json)
      }
      json.key("standups")
      try json.array(statistics.standups) { json, standup throws(ChannelFailure) in
        write(standup, to: &json)
        try pass(&json)
      }
      json.key("totalSeconds")
      json.number(statistics.totalSeconds)
    }
  }

  private func write(_ speaker: Statistics.OfSpeaker, to json: inout JSONWriter) {
    json.object { json in
      json.key("averageSeconds")
      json.number(speaker.averageSeconds)
      json.key("longestSeconds")
      json.number(speaker.longestSeconds)
      json.key("name")
      json.text(speaker.name)
      json.key("totalSeconds")
      json.number(speaker.totalSeconds)
      json.key("turns")
      json.number(speaker.turns)
    }
  }

  private func write(_ standup: Statistics.OfStandup, to json: inout JSONWriter) {
    json.object { json in
      json.key("averageSeconds")
      json.number(standup.averageSeconds)
      json.key("handle")
      json.text(standup.handle)
      if let date = standup.lastDate {
        json.key("lastMeeting")
        json.date(date)
      }
      json.key("longestSeconds")
      json.number(standup.longestSeconds)
      json.key("meetings")
      json.number(standup.meetings)
      json.key("overruns")
      json.number(standup.overruns)
      json.key("plannedSeconds")
      json.number(standup.plannedSeconds)
      json.key("title")
      json.text(standup.title)
      json.key("totalSeconds")
      json.number(standup.totalSeconds)
    }
  }
}
