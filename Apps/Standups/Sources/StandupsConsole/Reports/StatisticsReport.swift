import Foundation
import StandupsData

/// `stats`.
struct StatisticsReport: Encodable {
  struct OfStandup: Encodable {
    var handle: String
    var title: String
    var meetings: Int
    var totalSeconds: Int
    var averageSeconds: Int
    var longestSeconds: Int
    var plannedSeconds: Int
    var overruns: Int
    var lastMeeting: Date?
  }

  struct OfSpeaker: Encodable {
    var name: String
    var turns: Int
    var totalSeconds: Int
    var averageSeconds: Int
    var longestSeconds: Int
  }

  var meetings: Int
  var totalSeconds: Int
  var standups: [OfStandup]
  var speakers: [OfSpeaker]

  init(_ statistics: Statistics) {
    meetings = statistics.meetings
    totalSeconds = statistics.totalSeconds
    standups = statistics.standups.map {
      OfStandup(
        handle: $0.handle,
        title: $0.title,
        meetings: $0.meetings,
        totalSeconds: $0.totalSeconds,
        averageSeconds: $0.averageSeconds,
        longestSeconds: $0.longestSeconds,
        plannedSeconds: $0.plannedSeconds,
        overruns: $0.overruns,
        lastMeeting: $0.lastDate
      )
    }
    speakers = statistics.speakers.map {
      OfSpeaker(
        name: $0.name,
        turns: $0.turns,
        totalSeconds: $0.totalSeconds,
        averageSeconds: $0.averageSeconds,
        longestSeconds: $0.longestSeconds
      )
    }
  }
}
