package import StandupsData

/// The meetings of a stand-up, one line each, the latest last.
package enum MeetingsScreen: Sendable {
  /// The lines; with `latest`, only of that many meetings.
  package static func lines(
    _ standup: Standup,
    latest: Int? = nil,
    on surface: Surface
  ) -> [String] {
    guard !standup.meetings.isEmpty else {
      return ["No meetings yet. Hold one: standups record \(standup.handle)"]
    }
    var table = TextTable([
      ("NO.", .right), ("DATE", .left), ("TOOK", .right), ("PLANNED", .right), ("ENDED", .left),
      ("NOTES", .right),
    ])
    let first = max(0, standup.meetings.count - (latest ?? standup.meetings.count))
    for (index, meeting) in standup.meetings.enumerated().dropFirst(first) {
      table.append([
        "\(index + 1)", surface.date(meeting.date), MeetingLength.clock(meeting.seconds),
        MeetingLength.clock(standup.plannedSeconds), meeting.ending.rawValue,
        "\(meeting.transcript.count)",
      ])
    }
    var lines = table.lines(columns: surface.columns, paint: surface.paint)
    if first > 0 {
      lines.append(
        surface.paint.dim("\(first) earlier; see all: standups meetings \(standup.handle)")
      )
    }
    return lines
  }
}
