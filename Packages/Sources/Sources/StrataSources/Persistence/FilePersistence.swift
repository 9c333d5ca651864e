public import Foundation
import StrataConcurrency

/// Stores values in files.
///
/// ```swift
/// let settings = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
/// settings.model.set(Settings(volume: 3))
/// ```
///
/// All sources for one file are one source, in the whole program. A file is written whole and replaced in one step. So
/// every reader finds the old or the new content, even if the program is killed. Changes in quick succession are one
/// write. The remaining changes are written when the source goes, when the program exits, or when ``flush()`` is
/// called. A program that is killed loses at most the last ``writeDelay`` seconds. A change that cannot be written is
/// reported, and written with the next change or at the exit.
///
/// A symbolic link is another name of its target, whether or not the target exists. The link itself is never replaced. A
/// link to a missing folder makes no folder: the value cannot be read or written until the folder exists.
///
/// A file that cannot be read is left as it is, and its error is that of `notFound`. Before a new value replaces it, it
/// is moved to a retired copy. A file that replaces another has its permissions.
public struct FilePersistence: Sendable {
  private static let sources = SharedSources()

  /// How many seconds changes are collected before they are written.
  public let writeDelay: TimeInterval
  private let time: SourceTime

  /// Makes a way to store values in files.
  ///
  /// - Parameters:
  ///   - writeDelay: How many seconds changes are collected before they are written. Infinity means until the source
  ///     goes, the program exits or ``flush()`` is called. A negative value is reported and counts as 0; a value that
  ///     is not a number counts as 0.3.
  ///   - time: The time that timers wait on, and that measures expiry.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    writeDelay: TimeInterval = 0.3,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.writeDelay = Seconds.checked(
      writeDelay,
      "writeDelay",
      standard: 0.3,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    self.time = time
  }

  /// The source of the value in a file, which is read when the model is first needed.
  ///
  /// If the URL is no file URL, that is reported at the line of the descriptor, and the value is in
  /// memory alone.
  public func source<Value: Sendable>(
    for descriptor: FileDescriptor<Value>
  ) -> Source<Persistable<Value>> {
    let url = descriptor.url
    let location =
      url.isFileURL ? Self.location(of: url) : FileLocation(unfollowed: url.absoluteString)
    let (source, other) = Self.sources.source(for: location.path) {
      guard url.isFileURL else { return rejected(descriptor) }
      let file = PersistedFile.shared(location, delay: writeDelay, time: time)
      return PersistedSource(
        Self.backend(descriptor, file),
        expireAfter: descriptor.expireAfter,
        time
      )
    }
    if let other {
      SourceDiagnostic.sharedFile(location.path, type(of: other), PersistedSource<Value>.self)
        .report()
    }
    return source.eraseToSource()
  }

  /// Writes at once the unwritten changes of all files of the program.
  ///
  /// A write that fails is reported.
  public static func flush() { PersistedFile.flushAll() }

  /// Writes at once the unwritten changes of one file.
  ///
  /// A write that fails is reported.
  public static func flush(_ url: URL) {
    if url.isFileURL { PersistedFile.flush(location(of: url).path) }
  }

  /// A source of a value that cannot be stored.
  private func rejected<Value: Sendable>(
    _ descriptor: FileDescriptor<Value>
  ) -> PersistedSource<Value> {
    let error = PersistenceError.noFileURL(descriptor.url)
    SourceDiagnostic.noFile(error).report(at: descriptor.callSite)
    return PersistedSource(
      PersistenceBackend(
        read: { () throws(PersistenceError) in throw error },
        write: { (_, _) throws(PersistenceError) in },
        remove: { () throws(PersistenceError) in }
      ),
      expireAfter: descriptor.expireAfter,
      time
    )
  }

  /// The location that all names of a file share, whether or not there is a file.
  private static func location(of url: URL) -> FileLocation {
    let path = url.standardizedFileURL.path
    // Links that cannot be followed are reported when the file is read or written.
    return (try? FileLocation(path)) ?? FileLocation(unfollowed: path)
  }

  private static func backend<Value: Sendable>(
    _ descriptor: FileDescriptor<Value>,
    _ file: PersistedFile
  ) -> PersistenceBackend<Value> {
    let path = file.path
    return PersistenceBackend(
      read: { () throws(PersistenceError) in
        guard let (data, date) = try file.read() else { return nil }
        do {
          return (try descriptor.decode(data), date)
        } catch {
          file.noteDamage()
          throw PersistenceError.damaged(path, error)
        }
      },
      write: { (value, date) throws(PersistenceError) in
        let data: Data
        do {
          data = try descriptor.encode(value)
        } catch {
          throw PersistenceError.unencodable(path, error)
        }
        file.write(data, date)
      },
      remove: { () throws(PersistenceError) in file.remove() },
      close: { file.close() }
    )
  }
}
