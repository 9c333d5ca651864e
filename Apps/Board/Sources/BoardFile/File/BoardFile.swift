package import BoardModels
import Foundation
import ProgramFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file of a board: read whole by each command, and added to by each change.
///
/// Any number of processes may use one file at once. A process that changes it locks `PATH.lock` before it reads
/// the file. A reader needs no lock, because a change exists with its last byte, or not at all.
package struct BoardFile: Hashable, Sendable {
  /// How large a file may be.
  package static let megabytes = 32
  private static let limit = megabytes << 20

  /// The file as the user has named it.
  package let path: String

  package init(path: String) { self.path = path }

  /// A file that was read.
  private struct Reading {
    var content: BoardFormat.Content
    /// How many bytes the file has; `nil` if there is none.
    var size: Int?
  }

  /// Reads the board; a new one if there is no file yet.
  ///
  /// - Throws: ``FileFailure``; the file is never changed.
  package func load() throws(FileFailure) -> DeskModel.State {
    try read(path).content.state
  }

  private func read(_ file: String) throws(FileFailure) -> Reading {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try OpenFile(opening: file, flags: O_RDONLY).readBytes(limit: Self.limit)
    } catch {
      guard error.isNoSuchFile else { throw FileFailure(reading: path, error) }
      return Reading(content: Self.new, size: nil)
    }
    // The file may have been made beforehand, as `mktemp` does.
    if bytes.isEmpty { return Reading(content: Self.new, size: nil) }
    do throws(BoardFormat.Fault) {
      return Reading(content: try BoardFormat.read(bytes), size: bytes.count)
    } catch {
      throw FileFailure(
        .damaged,
        "\(path), line \(error.line)",
        "\(error.message). The file was left as it is."
      )
    }
  }

  private static var new: BoardFormat.Content {
    BoardFormat.Content(state: DeskModel.State(), length: 0, needsNewline: false)
  }

  /// Reads the board, and adds the changes that a closure makes of it.
  ///
  /// - Parameters:
  ///   - onWait: Called once, if another process is changing the file just then.
  ///   - change: Gives the changes that it has made, the oldest first.
  /// - Returns: The result of `change`.
  /// - Throws: The error of `change`, or ``FileFailure``; the file is then unchanged.
  package func change<Result>(
    onWait: () -> Void = {},
    _ change: (DeskModel.State) throws -> (result: Result, entries: [Entry])
  ) throws -> Result {
    try locked(onWait: onWait) { target in
      let reading = try read(target)
      let (result, entries) = try change(reading.content.state)
      if !entries.isEmpty { try add(entries, to: target, reading) }
      return result
    }
  }

  /// Reads the board, and replaces the file by one that a closure makes of it.
  ///
  /// - Returns: The result of `change`.
  /// - Throws: The error of `change`, or ``FileFailure``; the file is then unchanged.
  package func replace<Result>(
    onWait: () -> Void = {},
    _ change: (History) throws -> (result: Result, record: HistoryRecord)
  ) throws -> Result {
    try locked(onWait: onWait) { target in
      let (result, record) = try replacement(of: target, change)
      var size = 0
      do throws(SystemFailure) {
        try AtomicReplacement.replace(target) { file throws(SystemFailure) in
          // The new file is removed again where it is too large.
          try BoardFormat.write(record) { piece throws(SystemFailure) in
            size += piece.count
            guard size <= Self.limit else { throw .tooLarge }
            try file.write(piece)
          }
        }
      } catch {
        try checkSize(size)
        throw FileFailure(writing: path, error)
      }
      return result
    }
  }

  /// A function of its own, so that what was read is released before all of it is written.
  private func replacement<Result>(
    of target: String,
    _ change: (History) throws -> (result: Result, record: HistoryRecord)
  ) throws -> (Result, HistoryRecord) {
    try change(try read(target).content.state.history)
  }

  private func locked<Result>(
    onWait: () -> Void,
    _ body: (_ target: String) throws -> Result
  ) throws -> Result {
    let target = try writing { () throws(SystemFailure) in
      try FilePlace.preparedTarget(of: path)
    }
    let lock = try makeLock(beside: target, onWait)
    defer { lock.release() }
    return try body(target)
  }

  private func makeLock(
    beside target: String,
    _ onWait: () -> Void
  ) throws(FileFailure) -> FileLock {
    do throws(SystemFailure) {
      return try FileLock(path: target + ".lock", onWait: onWait)
    } catch {
      throw FileFailure(writing: path, error)
    }
  }

  private func add(
    _ entries: [Entry],
    to target: String,
    _ reading: Reading
  ) throws(FileFailure) {
    var lines = Data()
    for entry in entries { lines.append(BoardFormat.write(entry)) }
    guard let size = reading.size else {
      let base = reading.content.state.history
      let first = Data(BoardFormat.write(base.record)) + lines
      return try writing { () throws(SystemFailure) in
        try AtomicReplacement.replace(target, with: first)
      }
    }
    if reading.content.needsNewline { lines.insert(0x0A, at: 0) }
    try checkSize(size + lines.count)
    let length = reading.content.length
    try writing { () throws(SystemFailure) in
      try GrowingFile.append(lines, to: target, keeping: length, of: size)
    }
  }

  private func checkSize(_ size: Int) throws(FileFailure) {
    guard size > Self.limit else { return }
    throw FileFailure(
      .unwritable,
      path,
      "The file would have more than \(Self.megabytes) MB; nothing was changed. "
        + "`board compact` folds old changes together."
    )
  }

  private func writing<Result>(
    _ body: () throws(SystemFailure) -> Result
  ) throws(FileFailure) -> Result {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw FileFailure(writing: path, error)
    }
  }
}
