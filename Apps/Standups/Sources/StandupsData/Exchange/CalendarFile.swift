import Foundation

/// Past meetings as a calendar (iCalendar, RFC 5545).
package enum CalendarFile: Sendable {
  /// The calendar.
  ///
  /// The same meeting has the same name in each export, so importing again changes what is there.
  package static func text(_ standups: [Standup]) -> String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//standups//standups//EN", "CALSCALE:GREGORIAN",
    ]
    for standup in standups {
      for meeting in standup.meetings { lines += event(meeting, of: standup) }
    }
    lines.append("END:VCALENDAR")
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func event(_ meeting: Meeting, of standup: Standup) -> [String] {
    let turns = meeting.turns.map { "\($0.name) \(MeetingLength.clock($0.seconds))" }
    let notes = meeting.transcript.map {
      "[\(MeetingLength.clock($0.second))] \($0.speaker): \($0.text)"
    }
    let description = escaped((turns + notes).joined(separator: "\n"))
    let begin = stamp(meeting.date)
    return [
      "BEGIN:VEVENT", "UID:\(meeting.id.uuidString.lowercased())@standups", "DTSTAMP:\(begin)",
      "DTSTART:\(begin)", "DURATION:PT\(meeting.seconds)S", "SUMMARY:\(escaped(standup.title))",
    ] + (description.isEmpty ? [] : ["DESCRIPTION:\(description)"]) + ["END:VEVENT"]
  }

  private static func stamp(_ date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    return date.formatted(style)
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\t": escaped += " "
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A line of at most 75 bytes, continued behind a space; no character is parted.
  static func folded(_ line: String) -> String {
    var folded = ""
    var size = 0
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if size + length > 75 {
        folded += "\r\n "
        size = 1
      }
      folded.unicodeScalars.append(scalar)
      size += length
    }
    return folded
  }
}
