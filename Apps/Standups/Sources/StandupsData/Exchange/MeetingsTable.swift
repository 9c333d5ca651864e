import Foundation
import ProgramText

/// Past meetings as a CSV table for a spreadsheet: one row for each turn of each meeting.
package enum MeetingsTable: Sendable {
  /// The table of some stand-ups' meetings; it is made for reading elsewhere and is not imported,
  /// so that control characters in names are made visible.
  package static func text(_ standups: [Standup]) -> String {
    var table = [
      ["handle", "meeting", "date", "ending", "meeting_seconds", "speaker", "speaker_seconds"]
    ]
    for standup in standups {
      for (index, meeting) in standup.meetings.enumerated() {
        for turn in meeting.turns {
          table.append([
            standup.handle, "\(index + 1)", meeting.date.formatted(.iso8601),
            meeting.ending.rawValue, "\(meeting.seconds)", DisplayText.printable(turn.name),
            "\(turn.seconds)",
          ])
        }
      }
    }
    return CSVWriter.text(table)
  }
}
