import Foundation
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
