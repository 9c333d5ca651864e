import Foundation
import StandupsData
import Strata
import StrataConcurrency
import StrataCore
import StrataDependencies

/// Records the authors of changes of a data file.
///
/// A small tree of models follows the document; the writes in it, with the steps that led to them, are recorded.
final class ChangeJournal: Sendable {
  private let journal: DataFile.Journal
  private let onWarning: @Sendable (StandupsError) -> Void
  private let dependencies = DependencyValues.current
  private let team: TeamRecord
  private let anchor: ModelAnchor
  private let log: WriteLog
  private let written: Locked<[WriteRecord]>

  /// Makes a recorder that is idle until it is started.
  ///
  /// - Parameters:
  ///   - journal: The destination of the entries.
  ///   - onWarning: Called when something cannot be recorded, or is damaged.
  init(_ journal: DataFile.Journal, onWarning: @escaping @Sendable (StandupsError) -> Void) {
    let written = Locked<[WriteRecord]>([], rank: .leaf)
    self.journal = journal
    self.onWarning = onWarning
    self.written = written
    (team, anchor) = TeamRecord().returningAnchor()
    // The records are taken out after each change, so the log itself need retain none.
    log = team.recordWrites(
      keeping: WriteLog.Limits(total: 1, perProperty: 1),
      onWrite: { record in written.withLock { $0.append(record) } },
      now: { .distantPast }
    )
  }

  /// Records the values that a change of the document has changed; called while the change is stored.
  ///
  /// - Parameters:
  ///   - old: The document before the change.
  ///   - new: The document after it.
  ///   - change: The description of the change.
  ///   - digest: The digest of the stored document.
  func note(
    from old: StandupsDocument,
    to new: StandupsDocument,
    by change: DocumentChange?,
    _ digest: String?
  ) {
    guard old != new else { return }
    let (before, after) = Self.difference(old, new)
    team.follow(before)
    written.withLock { $0 = [] }
    team.follow(after)
    let records = written.withLock { written in
      defer { written = [] }
      return written
    }
    let (date, user) = (dependencies.date.now, user)
    var standups: [UUID: Standup] = [:]
    // The new state counts more than the old one.
    for standup in before.standups + after.standups { standups[standup.id] = standup }
    let entries = records.map { record in
      let subject = Self.subject(of: record, standups)
      return ChangeEntry(record, subject: subject, date: date, user: user)
    }
    let command = entries.lazy.compactMap(\.command).first
    var step = Self.step(change, command, from: old, to: new, digest)
    // The step comes last, because the end of the file stays when it grows too long.
    let isRecorded = append(entries.compactMap(\.line) + [step.makeLine()])
    if isRecorded, step.back == nil {
      onWarning(
        StandupsError(
          .data,
          "The change was made. It is too large for the record of changes, so `undo` cannot take it back.",
          place: journal.path
        )
      )
    }
  }

  private static func step(
    _ change: DocumentChange?,
    _ command: String?,
    from old: StandupsDocument,
    to new: StandupsDocument,
    _ digest: String?
  ) -> ChangeStep {
    switch change {
    case .undone(let command): ChangeStep(.undone, command, from: old, to: new, digest)
    case .redone(let command): ChangeStep(.redone, command, from: old, to: new, digest)
    default: ChangeStep(.done, command ?? "a command", from: old, to: new, digest)
    }
  }

  /// - Returns: Whether the lines are in the record now.
  private func append(_ lines: [Data]) -> Bool {
    do throws(StandupsError) {
      guard let warning = try journal.append(lines) else { return true }
      onWarning(warning)
    } catch {
      var warning = error
      // The record is meant, and not the data.
      warning.message =
        "The change was made, but it was not noted who made it, so `undo` cannot take it back. "
        + warning.message.replacing("; nothing was changed", with: "")
      onWarning(warning)
    }
    return false
  }

  /// How many stand-ups of a change are recorded: the file keeps as many lines, and one of them is the step's.
  private static let mostStandups = JournalFile.keptLines - 1

  /// The stand-ups that differ, for only they matter; of too many the last ones.
  private static func difference(
    _ old: StandupsDocument,
    _ new: StandupsDocument
  ) -> (old: StandupsDocument, new: StandupsDocument) {
    // Most changes leave most stand-ups where they are, and so need no sets of them all.
    let shorter = min(old.standups.count, new.standups.count)
    let start = (0..<shorter).first { old.standups[$0] != new.standups[$0] } ?? shorter
    let oldRest = old.standups.dropFirst(start)
    let newRest = new.standups.dropFirst(start)
    let same = Set(oldRest).intersection(newRest)
    var (old, new) = (old, new)
    old.standups = oldRest.filter { !same.contains($0) }
    new.standups = newRest.filter { !same.contains($0) }
    let ids = old.standups.map(\.id) + new.standups.map(\.id)
    guard ids.count > mostStandups else { return (old, new) }
    let kept = Set(ids.suffix(mostStandups))
    old.standups.removeAll { !kept.contains($0.id) }
    new.standups.removeAll { !kept.contains($0.id) }
    return (old, new)
  }

  private static func subject(
    of record: WriteRecord,
    _ standups: [UUID: Standup]
  ) -> ChangeEntry.Subject {
    for name in record.added + record.removed + record.places.compactMap(\.id) {
      let words = name.split { !($0.isASCII && ($0.isHexDigit || $0 == "-")) }
      for word in words where word.utf8.count == 36 {
        guard let standup = UUID(uuidString: String(word)).flatMap({ standups[$0] }) else {
          continue
        }
        return .standup(id: standup.id, handle: standup.handle)
      }
    }
    return .settings
  }

  private var user: String {
    let environment = dependencies.processEnvironment
    let names = [environment["USER"], environment["LOGNAME"], NSUserName()].compactMap(\.self)
    return names.first { !$0.isEmpty } ?? "somebody"
  }
}
