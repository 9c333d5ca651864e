package import Foundation
import ProgramText

/// Stand-ups and their meetings as a page in Markdown, for people.
package enum MarkdownSummary: Sendable {
  /// The page.
  ///
  /// - Parameters:
  ///   - standups: The stand-ups to summarise.
  ///   - timeZone: The time zone of the dates.
  /// - Returns: The text.
  package static func text(_ standups: [Standup], timeZone: TimeZone) -> String {
    var lines = ["# Stand-ups", ""]
    if standups.isEmpty { lines += ["There are none.", ""] }
    for standup in standups { lines += section(standup, timeZone) }
    return lines.joined(separator: "\n")
  }

  private static func section(_ standup: Standup, _ timeZone: TimeZone) -> [String] {
    let people = standup.attendees.map { escaped($0.name) }.joined(separator: ", ")
    var lines = [
      "## \(escaped(standup.title))", "",
      "- Handle: `\(standup.handle)`",
      "- Planned length: \(MeetingLength.units(standup.plannedSeconds))",
      "- People: \(people.isEmpty ? "nobody" : people)",
      "- Meetings: \(standup.meetings.count)", "",
    ]
    let statistics = speakers(standup)
    if !statistics.isEmpty {
      lines += ["| speaker | turns | time |", "|---|--:|--:|"]
      lines += statistics.map {
        "| \(escaped($0.name)) | \($0.turns) | \(MeetingLength.clock($0.seconds)) |"
      }
      lines.append("")
    }
    for (index, meeting) in standup.meetings.enumerated().reversed() {
      let date = date(meeting.date, timeZone)
      let ending = meeting.ending == .finished ? "" : ", \(meeting.ending.rawValue)"
      lines += [
        "### \(index + 1): \(date), \(MeetingLength.clock(meeting.seconds))\(ending)", "",
      ]
      lines += meeting.transcript.map {
        "- \(MeetingLength.clock($0.second)) **\(escaped($0.speaker))**: \(escaped($0.text))"
      }
      if !meeting.transcript.isEmpty { lines.append("") }
    }
    return lines
  }

  private static func speakers(
    _ standup: Standup
  ) -> [(name: String, turns: Int, seconds: Int)] {
    var places: [String: Int] = [:]
    var speakers: [(name: String, turns: Int, seconds: Int)] = []
    for turn in standup.meetings.flatMap(\.turns) {
      let place = places[turn.name] ?? speakers.count
      if place == speakers.count {
        places[turn.name] = place
        speakers.append((turn.name, 0, 0))
      }
      speakers[place].turns += 1
      speakers[place].seconds += turn.seconds
    }
    return speakers.sorted { $0.seconds > $1.seconds }
  }

  private static func date(_ date: Date, _ timeZone: TimeZone) -> String {
    var style = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    style = style.dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    return String(date.formatted(style).prefix(16))
  }

  /// A person's input is text and no markup, on one line, and without control characters.
  ///
  /// It looks at scalars, because finding characters in megabytes of notes takes many times as long.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where isBehindReturn: break
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": escaped.append(" ")
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "<", ">", "#", "+", "-", "!", "|",
        "~",
        "&":
        escaped.append("\\")
        escaped.append(scalar)
      default: escaped.append(scalar)
      }
      isBehindReturn = scalar == "\r"
    }
    return DisplayText.printable(String(escaped))
  }
}
