package import StandupsData

/// All stand-ups, one line each.
package enum ListScreen: Sendable {
  package static func lines(_ standups: [Standup], on surface: Surface) -> [String] {
    guard !standups.isEmpty else {
      return ["No stand-ups yet. Add one: standups add \"Morning Sync\" --attendee Ada"]
    }
    var table = TextTable([
      ("HANDLE", .left), ("TITLE", .left), ("LENGTH", .right), ("PEOPLE", .right),
      ("MEETINGS", .right), ("LAST", .left),
    ])
    for standup in standups {
      table.append([
        standup.handle, standup.title, MeetingLength.units(standup.plannedSeconds),
        "\(standup.attendees.count)", "\(standup.meetings.count)",
        standup.meetings.last.map { surface.date($0.date) } ?? "never",
      ])
    }
    return table.lines(columns: surface.columns, paint: surface.paint)
  }
}
