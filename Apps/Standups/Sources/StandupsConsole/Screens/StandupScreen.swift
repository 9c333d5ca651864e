import ProgramText
package import StandupsData

/// One stand-up with its people and its latest meetings.
package enum StandupScreen: Sendable {
  /// The number of meetings that are shown; `meetings` shows all.
  private static let latest = 5

  package static func lines(_ standup: Standup, on surface: Surface) -> [String] {
    let title = DisplayText.printable(standup.title)
    var lines = [
      surface.paint.bold(surface.paint.color(title, standup.theme))
        + surface.paint.dim("  \(standup.handle)"),
      "Length    \(MeetingLength.units(standup.plannedSeconds))"
        + " (\(MeetingLength.clock(standup.secondsPerSpeaker)) each)",
      "Theme     \(standup.theme.rawValue)",
    ]
    if standup.attendees.isEmpty {
      lines.append(
        "People    nobody yet; add them: standups edit \(standup.handle) --attendee NAME"
      )
    } else {
      let names = standup.attendees.map { DisplayText.printable($0.name) }
      lines.append("People    \(names.joined(separator: ", "))")
    }
    guard !standup.meetings.isEmpty else {
      return lines + ["Meetings  none yet; hold one: standups record \(standup.handle)"]
    }
    lines.append("Meetings  \(standup.meetings.count)")
    lines.append("")
    return lines + MeetingsScreen.lines(standup, latest: latest, on: surface)
  }
}
