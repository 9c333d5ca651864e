import Foundation
import ProgramFiles
import ProgramText
import StandupsData

/// The output of commands with `--json`.
///
/// The keys are a promise to scripts: keys are added, never changed.
enum MachineReport {
  /// The text of a report: one JSON value, keys sorted, dates in ISO 8601, a newline at the end.
  static func text(_ report: some Encodable) throws(StandupsError) -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    } catch {
      throw StandupsError(.data, "The result has no JSON form: \(error).")
    }
  }
}

/// One stand-up, without its meetings.
struct StandupReport: Encodable {
  var id: UUID
  var handle: String
  var title: String
  var plannedSeconds: Int
  var theme: Theme
  var attendees: [Attendee]
  var meetings: Int
  var lastMeeting: Date?

  init(_ standup: Standup) {
    id = standup.id
    handle = standup.handle
    title = standup.title
    plannedSeconds = standup.plannedSeconds
    theme = standup.theme
    attendees = standup.attendees
    meetings = standup.meetings.count
    lastMeeting = standup.meetings.last?.date
  }
}

/// `list`.
enum ListReport {
  /// The text of the report, as ``MachineReport`` writes it, without a tree of all values.
  static func text(_ standups: [Standup]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.key("standups")
      json.array(standups) { json, standup in write(standup, to: &json) }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }

  private static func write(_ standup: Standup, to json: inout JSONWriter) {
    json.object { json in
      json.key("attendees")
      json.array(standup.attendees) { $1.write(to: &$0) }
      json.key("handle")
      json.text(standup.handle)
      json.key("id")
      json.id(standup.id)
      if let meeting = standup.meetings.last {
        json.key("lastMeeting")
        json.date(meeting.date)
      }
      json.key("meetings")
      json.number(standup.meetings.count)
      json.key("plannedSeconds")
      json.number(standup.plannedSeconds)
      json.key("theme")
      json.text(standup.theme.rawValue)
      json.key("title")
      json.text(standup.title)
    }
  }
}

/// `add`, `edit`, `remove` and `show`; `meetings` is there for `show` only.
struct OneStandupReport: Encodable {
  var standup: StandupReport
  var meetings: [MeetingReport]?
}

/// One meeting with its number, counted from the oldest.
struct MeetingReport: Encodable {
  var number: Int
  var id: UUID
  var date: Date
  var seconds: Int
  var ending: Meeting.Ending
  var turns: [Turn]
  var transcript: [TranscriptLine]?

  init(_ meeting: Meeting, number: Int, withTranscript: Bool) {
    self.number = number
    id = meeting.id
    date = meeting.date
    seconds = meeting.seconds
    ending = meeting.ending
    turns = meeting.turns
    transcript = withTranscript ? meeting.transcript : nil
  }

  static func all(of standup: Standup) -> [MeetingReport] {
    standup.meetings.enumerated().map {
      MeetingReport($1, number: $0 + 1, withTranscript: false)
    }
  }
}

/// `meetings` without a number.
struct MeetingsReport: Encodable {
  var handle: String
  var meetings: [MeetingReport]
}

/// `meetings` with a number, and `record`.
struct OneMeetingReport: Encodable {
  var handle: String
  /// `true` after `record`; missing otherwise.
  var saved: Bool?
  var meeting: MeetingReport
}

/// The report of `record` for a discarded meeting.
struct DiscardedReport: Encodable {
  var handle: String
  var saved = false
}

/// `import`.
struct ImportReport: Encodable {
  var added: [String]
  var updated: [String]
  var unchanged: [String]
  var newMeetings: Int
  var isTrial: Bool

  init(_ summary: ImportSummary, isTrial: Bool) {
    added = summary.added
    updated = summary.updated
    unchanged = summary.unchanged
    newMeetings = summary.meetings
    self.isTrial = isTrial
  }
}

/// `settings`.
struct SettingsReport: Encodable {
  var settings: Settings
}

/// Any command that failed; printed to standard error.
struct FailureReport: Encodable {
  struct Failure: Encodable {
    var kind: String
    var exitCode: Int32
    var message: String
    var place: String?
    var suggestions: [String]
  }

  var error: Failure

  init(_ error: StandupsError) {
    self.error = Failure(
      kind: "\(error.code)",
      exitCode: error.code.rawValue,
      // JSON leaves some control characters as they are, and people read errors as well.
      message: DisplayText.printableLines(error.message),
      place: error.place.map(DisplayText.printable),
      suggestions: error.suggestions
    )
  }
}
