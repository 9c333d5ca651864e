public import StrataInspector

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

  /// Runs the program, and records its trees if a file was named.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - isolation: The actor that the program runs on; the caller's.
  ///   - body: The program; receives its arguments without the option.
  /// - Returns: The program's exit code.
  /// - Throws: `RecordingFileError` if the file cannot be written; the program has not run then.
  public func callAsFunction(
    of program: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: ([String]) async -> Int32
  ) async throws(RecordingFileError) -> Int32 {
    guard let file else { return await body(arguments) }
    let recording = try Recording(toFile: file, program: program)
    let status = await recording.observe { await body(arguments) }
    recording.stop()
    return status
  }
}
