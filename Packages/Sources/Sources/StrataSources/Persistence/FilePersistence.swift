public import Foundation
import StrataConcurrency

/// Keeps values in files.
///
/// ```swift
/// let settings = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
/// settings.model.set(Settings(volume: 3))
/// ```
///
/// All sources for one file are one source, in the whole program. A file is written whole and put
/// into its place in one step, so that whoever reads it, and a program that is killed, finds the old
/// or the new one. Changes in quick succession are one write. What has not been written when the
/// source goes, when the program exits, or when ``flush()`` is called, is written then; a program
/// that is killed loses at most the last ``writeDelay`` seconds. What cannot be written is reported, and
/// written with the next change or at the exit.
///
/// A file that cannot be read is left as it is and told as the error of `notFound`; before a new
/// value takes its place it is moved aside. A file that takes the place of another has its
/// permissions.
public struct FilePersistence: Sendable {
  private static let sources = SharedSources()

  /// How many seconds changes are collected before they are written.
  public let writeDelay: TimeInterval
  private let time: SourceTime

  /// Makes a way to keep values in files.
  ///
  /// - Parameters:
  ///   - writeDelay: How many seconds changes are collected before they are written; infinity for
  ///     until the source goes, the program exits or ``flush()`` is called. What is negative is
  ///     reported and taken as 0, what is not a number as 0.3.
  ///   - time: What is waited on, and what expiry is measured by.
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
    let path = url.isFileURL ? Self.path(of: url) : url.absoluteString
    let (source, other) = Self.sources.source(for: path) {
      guard url.isFileURL else { return refused(descriptor) }
      let file = PersistedFile.shared(path: path, delay: writeDelay, time: time)
      return PersistedSource(
        Self.backend(descriptor, file),
        expireAfter: descriptor.expireAfter,
        time
      )
    }
    if let other {
      SourceComplaint.sharedFile(path, type(of: other), PersistedSource<Value>.self).report()
    }
    return source.eraseToSource()
  }

  /// Writes at once what is still to be written, of all files of the program.
  ///
  /// What cannot be written is reported.
  public static func flush() { PersistedFile.flushAll() }

  /// Writes at once what is still to be written of one file.
  ///
  /// What cannot be written is reported.
  public static func flush(_ url: URL) {
    if url.isFileURL { PersistedFile.flush(path(of: url)) }
  }

  /// A source of what cannot be kept.
  private func refused<Value: Sendable>(
    _ descriptor: FileDescriptor<Value>
  ) -> PersistedSource<Value> {
    let error = PersistenceError.noFileURL(descriptor.url)
    SourceComplaint.noFile(error).report(at: descriptor.callSite)
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

  /// What all names of a file have in common.
  private static func path(of url: URL) -> String {
    url.standardizedFileURL.resolvingSymlinksInPath().path
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
