package import Foundation
import ProgramFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The data file: one JSON document that is read whole and replaced whole.
///
/// Any number of processes may use one file at once. A change reads, changes and replaces the document under the
/// file's lock, so changes of several processes follow one another and none is lost. Reading needs no lock: the
/// file under its name is always a whole document.
package struct DocumentFile: Hashable, Sendable {
  /// The file as the user named it, for messages.
  package let path: String
  /// How many values are written at most: as many as are read.
  var mostValues = StandupsDocument.bounds.values

  package init(path: String) {
    self.path = path
  }

  /// Reads the document; an empty one if there is no file yet.
  ///
  /// - Throws: ``StandupsError``: `data` if the file is no valid document, `noInput` or `inputOutput`
  ///   if it cannot be read. The file is never changed.
  package func load() throws(StandupsError) -> StandupsDocument {
    guard let bytes = try Self.readBytes(path, orNilIfMissing: true) else {
      return StandupsDocument()
    }
    return try StandupsDocument(json: bytes, path: path)
  }

  /// Changes the document as one step that other processes see whole or not at all.
  ///
  /// - Parameters:
  ///   - onWait: Called once, if another process is changing the file just then.
  ///   - change: Changes the current document of the file. When it leaves it equal, nothing is written.
  ///   - afterwards: Called with a document that was written, and with the digest of its bytes, while no other process
  ///     can change the file.
  /// - Returns: The result of `change`, and the document that the file contains afterwards.
  /// - Throws: ``StandupsError``, also that of `change`; the file is unchanged then.
  package func update<Result>(
    onWait: () -> Void = {},
    _ change: (inout StandupsDocument) throws(StandupsError) -> Result,
    afterwards: (StandupsDocument, _ digest: String) -> Void = { _, _ in }
  ) throws(StandupsError) -> (result: Result, document: StandupsDocument) {
    let target = try resolvedTarget()
    let lock = try lock(besides: target, onWait: onWait)
    defer { lock.release() }
    let old = try load()
    var document = old
    let result = try change(&document)
    guard document != old else { return (result, document) }
    if let problem = document.firstProblem() {
      throw StandupsError(.data, problem.message, place: problem.element)
    }
    afterwards(document, try replace(target, with: document))
    return (result, document)
  }

  /// The digest of the file's bytes; `nil` if there is no file.
  ///
  /// - Throws: ``StandupsError``: `noInput` or `inputOutput` if it cannot be read.
  package func digest() throws(StandupsError) -> String? {
    try Self.readBytes(path, orNilIfMissing: true).map {
      StableHash.digits(of: StableHash.value(of: $0))
    }
  }

  /// Writes the file in pieces, so that its text is not in memory beside its values.
  ///
  /// - Returns: The digest of what was written.
  private func replace(
    _ target: String,
    with document: StandupsDocument
  ) throws(StandupsError) -> String {
    var (size, values) = (0, 0)
    var hash = StableHash.value(of: [])
    do throws(SystemFailure) {
      try AtomicReplacement.replace(target) { file throws(SystemFailure) in
        values = try document.write { piece throws(SystemFailure) in
          size += piece.count
          guard size <= FileLimit.bytes else { throw .tooLarge }
          try file.write(piece)
          hash = StableHash.value(of: piece, after: hash)
        }
        guard values <= mostValues else { throw .tooLarge }
      }
      return StableHash.digits(of: hash)
    } catch {
      // A document that a reader would reject must not take the file's name.
      guard size > FileLimit.bytes || values > mostValues else { throw error.whileWriting(path) }
      let limit = values > mostValues ? "\(mostValues) values" : "\(FileLimit.megabytes) MB"
      throw StandupsError(
        .data,
        "The data would have more than \(limit); nothing was changed. "
          + "Export old stand-ups and remove them, or begin another file with --data.",
        place: path
      )
    }
  }

  /// The file behind symbolic links, or the path itself where that cannot be found out.
  var target: String { (try? FilePlace.target(of: path)) ?? path }

  /// Whether a path leads to this file, to its lock or to its `PATH.changes`, which no export may replace.
  package func owns(_ other: String) -> Bool {
    [target, target + ".lock", target + ".changes"].contains { FilePlace.areSame($0, other) }
  }

  func lock(
    besides target: String,
    onWait: () -> Void
  ) throws(StandupsError) -> FileLock {
    do throws(SystemFailure) {
      return try FileLock(path: target + ".lock", onWait: onWait)
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// Writes a file that a user named, in one step: a reader sees the old content or the new.
  ///
  /// - Throws: ``StandupsError`` with code `cannotCreate` or `inputOutput`.
  package static func write(_ data: Data, to path: String) throws(StandupsError) {
    do throws(SystemFailure) {
      try AtomicReplacement.replace(try FilePlace.target(of: path), with: data)
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// Reads a file that a user named.
  ///
  /// - Throws: ``StandupsError`` with code `noInput` or `inputOutput`.
  package static func read(_ path: String) throws(StandupsError) -> [UInt8] {
    try readBytes(path, orNilIfMissing: false) ?? []
  }

  static func read(
    _ path: String,
    orNilIfMissing: Bool
  ) throws(StandupsError) -> Data? {
    try readBytes(path, orNilIfMissing: orNilIfMissing).map { Data($0) }
  }

  private static func readBytes(
    _ path: String,
    orNilIfMissing: Bool
  ) throws(StandupsError) -> [UInt8]? {
    do throws(SystemFailure) {
      return try OpenFile(opening: path, flags: O_RDONLY).readBytes(limit: FileLimit.bytes)
    } catch {
      if orNilIfMissing, error.isNoSuchFile { return nil }
      throw error.whileReading(path)
    }
  }

  /// The file behind symbolic links, with its folder created: the rename has to replace the file and
  /// not the link to it.
  func resolvedTarget() throws(StandupsError) -> String {
    do throws(SystemFailure) {
      return try FilePlace.preparedTarget(of: path)
    } catch {
      throw error.whileWriting(path)
    }
  }
}
