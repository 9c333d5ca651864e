package import Foundation
import ProgramFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file beside a data file, with a line for each change of it: appended to, and bounded.
///
/// Its first line identifies the file. A line that a killed process has not finished cannot be read, and harms no
/// other. A process that appends has the data file's lock.
package struct JournalFile: Hashable, Sendable {
  /// How many of the latest lines are there at least; when there are twice as many, the older half
  /// goes.
  package static let keptLines = 1_000

  /// The largest number of bytes of lines.
  private static let longest = FileLimit.bytes / 2

  private static let header = Data(#"{"format":"standups-changes","version":1}"#.utf8)
  /// The version that this program writes.
  private static let version = 1
  private static let newline = UInt8(ascii: "\n")

  private let document: DocumentFile

  package init(besides document: DocumentFile) {
    self.document = document
  }

  /// The file, as messages name it: beside the data file itself, also where that is given by a link.
  package var path: String {
    (FilePlace.isLink(document.path) ? document.target : document.path) + ".changes"
  }

  /// The lines, oldest first; none if there is no file yet.
  ///
  /// - Throws: ``StandupsError``: `data` if the file is something else, `noInput` or `inputOutput` if
  ///   it cannot be read. The file is never changed.
  package func lines() throws(StandupsError) -> [Data] {
    guard let data = try DocumentFile.read(path, orNilIfMissing: true) else { return [] }
    guard let lines = Self.lines(in: data) else {
      throw StandupsError(
        .data,
        Self.newerVersion(of: data).map(Self.newer)
          ?? "This is no record of changes. It was left as it is.",
        place: path
      )
    }
    return lines
  }

  /// Adds lines; called in ``DocumentFile/update(onWait:_:afterwards:)``, which has the data file's lock.
  ///
  /// So a process that takes a change back finds the record of it.
  ///
  /// - Returns: The report about a file that was renamed because it was something else, or left as it is because
  ///   a newer program has written it.
  /// - Throws: ``StandupsError`` if the lines cannot be written; the file is as it was then, or ends
  ///   in the middle of one of them.
  package func append(_ new: [Data]) throws(StandupsError) -> StandupsError? {
    let file = try document.resolvedTarget() + ".changes"
    let old = try DocumentFile.read(path, orNilIfMissing: true) ?? Data()
    do throws(SystemFailure) {
      if let version = Self.newerVersion(of: old) {
        return StandupsError(
          .data,
          Self.newer(version) + " The change was made, and is not recorded.",
          place: path
        )
      }
      guard let lines = old.isEmpty ? [] : Self.lines(in: old) else {
        let aside = try Self.moveAside(file)
        try Self.replace(file, with: new)
        return StandupsError(
          .data,
          "This was no record of changes; it is now \(aside), and a new record was begun.",
          place: path
        )
      }
      let size = old.count + new.reduce(0) { $0 + $1.count + 1 }
      if old.isEmpty || lines.count + new.count > 2 * Self.keptLines || size > Self.longest {
        let kept = lines.suffix(max(0, Self.keptLines - new.count)) + new
        try Self.replace(file, with: Self.latest(kept))
      } else {
        AtomicReplacement.removeLeftovers(of: file)
        let start = old.last == Self.newline ? [] : [Self.newline]
        let end = try OpenFile(opening: file, flags: O_WRONLY | O_APPEND)
        try end.write(Data(start) + Self.joined(new))
      }
      return nil
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// The lines behind the first; `nil` unless that identifies such a file.
  private static func lines(in data: Data) -> [Data]? {
    let lines = data.split(separator: newline)
    guard lines.first == header[...] else { return nil }
    return lines.dropFirst().map { Data($0) }
  }

  private struct Head: Decodable {
    let format: String
    let version: Int
  }

  /// The version of a record that a newer program has written; `nil` for anything else.
  private static func newerVersion(of data: Data) -> Int? {
    let line = data.prefix(256).prefix { $0 != newline }
    guard JSONSyntax.firstFault(in: Data(line)) == nil,
      let head = try? JSONDecoder().decode(Head.self, from: Data(line)),
      head.format == "standups-changes", head.version > version
    else { return nil }
    return head.version
  }

  private static func newer(_ version: Int) -> String {
    "This record of changes is of version \(version), which a newer program has written. "
      + "It was left as it is."
  }

  /// The last lines that are short enough to be read again, all of them as a rule.
  private static func latest(_ lines: [Data]) -> ArraySlice<Data> {
    var size = 0
    let count = lines.reversed().prefix { line in
      size += line.count + 1
      return size <= longest
    }.count
    return lines.suffix(count)
  }

  private static func joined(_ lines: [Data]) -> Data {
    var data = Data()
    for line in lines {
      data.append(line)
      data.append(newline)
    }
    return data
  }

  private static func replace(
    _ file: String,
    with lines: some Sequence<Data>
  ) throws(SystemFailure) {
    try AtomicReplacement.replace(file, with: joined([header] + lines))
  }

  /// - Returns: The new name.
  private static func moveAside(_ file: String) throws(SystemFailure) -> String {
    var aside = file + ".damaged"
    var number = 1
    while unsafe access(aside, F_OK) == 0 {
      number += 1
      aside = "\(file).damaged-\(number)"
    }
    guard unsafe rename(file, aside) == 0 else { throw .last }
    return aside
  }
}
