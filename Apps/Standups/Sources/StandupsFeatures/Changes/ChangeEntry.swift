package import Foundation
import ProgramFiles
import StandupsData
package import StrataCore

/// One change of the data file, with its author.
package struct ChangeEntry: Codable, Hashable, Sendable {
  /// The changed object.
  package enum Subject: Codable, Hashable, Sendable {
    case standup(id: UUID, handle: String)
    case settings
  }

  package let subject: Subject
  package let date: Date
  /// The user's name, as the system knows it.
  package let user: String
  /// The write, and all that led to it.
  package private(set) var record: WriteRecord

  init(_ record: WriteRecord, subject: Subject, date: Date, user: String) {
    self.subject = subject
    self.date = date
    self.user = user
    self.record = record
    // Said above, once for all records of a change.
    self.record.time = nil
  }

  /// The command that made the change; `nil` if none is known.
  package var command: String? { record.steps.last { $0.kind == .call }?.name }

  /// The change, in a few words.
  package var change: String {
    if !record.added.isEmpty { return "added" }
    if !record.removed.isEmpty { return "removed" }
    return "\(record.property): \(record.change)"
  }

  /// Whether the change was one of a stand-up.
  ///
  /// - Parameter name: Its handle at that time, or its id.
  /// - Returns: Whether it was changed.
  package func concerns(_ name: String) -> Bool {
    guard case .standup(let id, let handle) = subject else { return false }
    return handle == name.lowercased() || id.uuidString.lowercased() == name.lowercased()
  }
}

extension ChangeEntry {
  /// The years 1 to 9999, in which a calendar can count.
  private static let years =
    Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  /// Reads entries from the lines of `PATH.changes`.
  ///
  /// - Returns: The entries, and how many lines are none.
  package static func read(_ lines: [Data]) -> (entries: [ChangeEntry], unreadable: Int) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let lines = lines.filter { !ChangeStep.isStep($0) }
    let entries = lines.compactMap { line -> ChangeEntry? in
      // Before the decoder, which some texts end.
      guard JSONSyntax.firstFault(in: line) == nil,
        let entry = try? decoder.decode(ChangeEntry.self, from: line),
        years.contains(entry.date)
      else { return nil }
      return entry
    }
    return (entries, lines.count - entries.count)
  }

  /// The entry as a line of `PATH.changes`.
  var line: Data? {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(self)
  }
}
