package import StandupsData

/// Figures about past meetings.
package enum StatisticsScreen: Sendable {
  package static func lines(_ statistics: Statistics, on surface: Surface) -> [String] {
    guard statistics.meetings > 0 else { return ["No meetings to count."] }
    let count = "\(statistics.meetings) \(statistics.meetings == 1 ? "meeting" : "meetings")"
    var lines = [
      surface.paint.bold(count) + ", \(MeetingLength.clock(statistics.totalSeconds)) in all", "",
    ]
    lines += standups(statistics).lines(columns: surface.columns, paint: surface.paint)
    guard !statistics.speakers.isEmpty else { return lines }
    lines.append("")
    lines += speakers(statistics).lines(columns: surface.columns, paint: surface.paint)
    return lines
  }

  private static func standups(_ statistics: Statistics) -> TextTable {
    var table = TextTable([
      ("STAND-UP", .left), ("MEETINGS", .right), ("AVERAGE", .right), ("LONGEST", .right),
      ("PLANNED", .right), ("OVER", .right),
    ])
    for standup in statistics.standups where standup.meetings > 0 {
      table.append([
        standup.handle, "\(standup.meetings)", MeetingLength.clock(standup.averageSeconds),
        MeetingLength.clock(standup.longestSeconds), MeetingLength.clock(standup.plannedSeconds),
        "\(standup.overruns)",
      ])
    }
    return table
  }

  private static func speakers(_ statistics: Statistics) -> TextTable {
    var table = TextTable([
      ("SPEAKER", .left), ("TURNS", .right), ("AVERAGE", .right), ("LONGEST", .right),
      ("TOTAL", .right),
    ])
    for speaker in statistics.speakers {
      table.append([
        speaker.name, "\(speaker.turns)", MeetingLength.clock(speaker.averageSeconds),
        MeetingLength.clock(speaker.longestSeconds), MeetingLength.clock(speaker.totalSeconds),
      ])
    }
    return table
  }
}
