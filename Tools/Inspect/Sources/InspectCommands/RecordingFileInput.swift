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
struct RecordingFileInput: ParsableArguments {
  /// The most bytes of a recording that are read.
  static let limit = 1 << 28

  @Argument(help: "The recording.", completion: .file())
  var file: String

  init() {}

  /// Its bytes.
  func bytes() throws(ProgramFailure) -> [UInt8] {
    do throws(SystemFailure) {
      return try OpenFile(opening: file, flags: O_RDONLY).readBytes(limit: Self.limit)
    } catch {
      let kind: ProgramFailure.Kind = error.isNoSuchFile ? .missing : .output
      throw ProgramFailure(kind, "The recording \(file) cannot be read: \(error.words).")
    }
  }

  /// Its records, and what is no record.
  func contents() throws(ProgramFailure) -> RecordingContents {
    let contents = RecordingContents(try bytes())
    guard contents.records.contains(where: { if case .header = $0 { true } else { false } }) else {
      let reason = contents.problems.first.map { " (\($0))" } ?? ""
      throw ProgramFailure(.damaged, "\(file) is no recording\(reason).")
    }
    return contents
  }

  /// Writes a file beside it, in one step.
  func write(_ bytes: [UInt8], to path: String) throws(ProgramFailure) {
    guard !isSame(path) else {
      throw ProgramFailure(.usage, "\(path) is the recording itself. Name another file.")
    }
    do throws(SystemFailure) {
      try AtomicReplacement.replace(path, with: Data(bytes))
    } catch {
      throw ProgramFailure(.output, "\(path) cannot be written: \(error.words).")
    }
  }

  private func isSame(_ path: String) -> Bool {
    let places = [path, file].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    return places[0] == places[1]
  }
}
