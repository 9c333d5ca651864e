import ProgramFiles
import StrataInspector

/// A run of a program that may be recorded: `--record FILE` stands anywhere before a `--`.
public struct RecordedRun: Sendable {
  /// The arguments without the option.
  public let arguments: [String]
  /// The file to record into, if one was named.
  public let file: String?

  /// Takes the option out of a program's arguments.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Throws: ``MissingFile`` if no file follows the option.
  public init(_ arguments: [String]) throws(MissingFile) {
    var rest: [String] = []
    var file: String?
    var index = arguments.startIndex
    while index < arguments.endIndex, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      if argument.hasPrefix("--record=") {
        file = String(argument.dropFirst("--record=".count))
      } else if argument == "--record" {
        guard index < arguments.endIndex else { throw MissingFile() }
        file = arguments[index]
        index += 1
      } else {
        rest.append(argument)
      }
    }
    if file?.isEmpty == true { throw MissingFile() }
    self.arguments = rest + arguments[index...]
    self.file = file
  }

  /// The error when no file follows `--record`.
  public struct MissingFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String { "Name a file after --record." }
  }

  /// The error when a recording cannot be made, or is not whole.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in sentences.
    public let description: String
    /// The exit code of the program; `nil` if it has not run.
    public let status: Int32?
  }

  /// Runs the program, and records its trees if a file was named.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - isolation: The actor that the program runs on; the caller's.
  ///   - body: The program; receives its arguments without the option.
  /// - Returns: The program's exit code.
  /// - Throws: ``Failure`` if the file cannot be written, or another process writes it.
  public func callAsFunction(
    of program: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: ([String]) async -> Int32
  ) async throws(Failure) -> Int32 {
    guard let file else { return await body(arguments) }
    guard let claim = RecordingClaim(file) else {
      throw Failure(
        description: "Another program records into \(file) just now; name another file.",
        status: nil
      )
    }
    let recording: Recording
    do throws(RecordingFileError) {
      recording = try Recording(toFile: file, program: program)
    } catch {
      throw Failure(description: error.description, status: nil)
    }
    FilePlace.giveToFolder(file)
    let status = await recording.observe { await body(arguments) }
    recording.stop()
    let isWhole = claim.endsWithItsEnd
    claim.release()
    if isWhole { return status }
    throw Failure(
      description:
        "The recording \(file) is not whole, because it could not be written to its end. "
        + "The program itself has done its work, with exit code \(status).",
      status: status
    )
  }
}
