import ArgumentParser
import Foundation
import ProgramConsole
import ProgramFiles
import StrataInspector

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The recording that a command is about.
///
/// It is read piece by piece, more than once where a command needs that, and never held whole: a recording may have
/// hundreds of megabytes, and its records take several times that.
struct RecordingFileInput: ParsableArguments {
  /// The most bytes of a recording that are read.
  private static let limit = 1 << 28
  private static let pieceSize = 1 << 16

  @Argument(help: "The recording.", completion: .file())
  var file: String

  init() {}

  /// Reads its bytes, piece by piece.
  ///
  /// - Parameter body: Receives a piece; returns whether it wants the next one.
  /// - Throws: `ProgramFailure` if it cannot be read, or the error of `body`.
  func forEachPiece(
    _ body: (ArraySlice<UInt8>) throws -> Bool
  ) throws {
    let input = try reading { () throws(SystemFailure) in
      try OpenFile(opening: file, flags: O_RDONLY)
    }
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var sum = 0
    while true {
      let count = try reading { () throws(SystemFailure) in
        let count = try input.readPiece(into: &piece)
        sum += count
        guard sum <= Self.limit else { throw .tooLarge }
        return count
      }
      guard count > 0, try body(piece[..<count]) else { return }
    }
  }

  /// Reads its lines in order.
  ///
  /// - Parameter body: Receives what a line is; returns whether it wants the next one.
  /// - Throws: `ProgramFailure` if it cannot be read, or the error of `body`.
  func forEachEntry(_ body: (RecordingReader.Entry) throws -> Bool) throws {
    var reader = RecordingReader()
    var goesOn = true
    try forEachPiece { piece in
      for entry in reader.read(piece) where goesOn { goesOn = try body(entry) }
      return goesOn
    }
    for entry in reader.finish() where goesOn { goesOn = try body(entry) }
  }

  /// The header, which each recording has.
  ///
  /// - Throws: `ProgramFailure` for a file that is none.
  func header() throws -> RecordedHeader {
    var header: RecordedHeader?
    var problem: String?
    try forEachEntry { entry in
      switch entry.content {
      case .record(.header(let found)): header = found
      case .problem(let message) where problem == nil: problem = "line \(entry.line): \(message)"
      default: break
      }
      return header == nil
    }
    if let header { return header }
    throw ProgramFailure(
      .damaged,
      "\(file) is no recording\(problem.map { " (\($0))" } ?? "")."
    )
  }

  /// Replaces a file in one step by what a closure writes.
  ///
  /// - Parameters:
  ///   - path: The file, or a link to it.
  ///   - write: Writes the new content.
  /// - Throws: `ProgramFailure` if it cannot be written, or the error of `write`; the file is unchanged then.
  func write(
    to path: String,
    _ write: (borrowing OpenFile) throws -> Void
  ) throws {
    guard !FilePlace.areSame(path, file) else {
      throw ProgramFailure(.usage, "\(path) is the recording itself. Name another file.")
    }
    // What goes wrong with the recording itself is no failure of the file.
    var other: (any Error)?
    do throws(SystemFailure) {
      let target = try FilePlace.target(of: path)
      try AtomicReplacement.replace(target) { output throws(SystemFailure) in
        do {
          try write(output)
        } catch let failure as SystemFailure {
          throw failure
        } catch {
          other = error
          throw SystemFailure(ECANCELED)
        }
      }
    } catch {
      throw other ?? ProgramFailure(.output, "\(path) cannot be written: \(error.words).")
    }
  }

  private func reading<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(ProgramFailure) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      if error.isNoSuchFile, file == "-" {
        throw ProgramFailure(
          .usage,
          "A recording is read more than once, so it cannot be standard input. Name a file."
        )
      }
      let kind: ProgramFailure.Kind = error.isNoSuchFile ? .missing : .output
      throw ProgramFailure(kind, "The recording \(file) cannot be read: \(error.words).")
    }
  }
}
