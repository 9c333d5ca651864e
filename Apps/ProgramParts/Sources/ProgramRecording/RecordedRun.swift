import ProgramFiles
public import StrataInspector

/// A run of a program that may be recorded: `--record FILE` and `--inspect` stand anywhere before a `--`.
public struct RecordedRun: Sendable {
  /// The arguments without the options.
  public let arguments: [String]
  /// The file to record into, if one was named.
  public let file: String?
  /// Where the inspector waits that shows the run, if `--inspect` or `--inspect=ADDRESS` was given.
  public let inspector: LiveAddress?

  /// Takes the options out of a program's arguments.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Throws: ``Misuse`` if no file follows `--record`, or one that the program uses otherwise, or the address
  ///   of `--inspect` is none.
  public init(_ arguments: [String]) throws(Misuse) {
    var rest: [String] = []
    var file: String?
    var inspector: LiveAddress?
    var index = arguments.startIndex
    while index < arguments.endIndex, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      if argument.hasPrefix("--record=") {
        file = String(argument.dropFirst("--record=".count))
      } else if argument == "--record" {
        guard index < arguments.endIndex else { throw .missingFile }
        file = arguments[index]
        index += 1
      } else if argument == "--inspect" {
        inspector = .standard
      } else if argument.hasPrefix("--inspect=") {
        let text = String(argument.dropFirst("--inspect=".count))
        guard let address = LiveAddress(text) else { throw .address(text) }
        inspector = address
      } else {
        rest.append(argument)
      }
    }
    if file?.isEmpty == true { throw .missingFile }
    rest += arguments[index...]
    if let file, NamedFiles(in: rest).contain(file) { throw .usedFile(file) }
    self.arguments = rest
    self.file = file
    self.inspector = inspector
  }

  /// Why the options cannot be followed.
  public enum Misuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file follows `--record`.
    case missingFile
    /// The file that follows `--record` is one that the program reads or writes: the recording would empty it.
    case usedFile(String)
    /// What follows `--inspect=` is no address.
    case address(String)

    /// One sentence that says what to do.
    public var description: String {
      switch self {
      case .missingFile: "Name a file after --record."
      case .usedFile(let file):
        "The file \(file) is used by the command itself, and a recording would empty it. "
          + "Nothing was done; name another file after --record."
      case .address(let text):
        "\(text.debugDescription) is neither the path of a socket nor a port of 127.0.0.1."
      }
    }
  }

  /// The error when a recording cannot be made, or is not whole.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in sentences.
    public let description: String
    /// The exit code of the program; `nil` if it has not run.
    public let status: Int32?
  }

  /// Runs the program, and records its trees if that was asked for.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - isolation: The actor that the program runs on; the caller's.
  ///   - say: Receives one line for the user before the run: the address of the inspector's page.
  ///   - body: The program; receives its arguments without the options.
  /// - Returns: The program's exit code.
  /// - Throws: ``Failure`` if the file cannot be written, or another process writes it.
  public func callAsFunction(
    of program: String,
    isolation: isolated (any Actor)? = #isolation,
    say: (String) -> Void = { _ in },
    _ body: ([String]) async -> Int32
  ) async throws(Failure) -> Int32 {
    var live: [Recording] = []
    if let inspector {
      let recording = Recording(liveAt: inspector, program: program)
      say(Self.words(recording, inspector))
      live.append(recording)
    }
    guard let file else { return await run(live[...], body) }
    let claim = try Self.claim(file)
    let recording = try Self.recording(to: file, of: program)
    let status = await run([recording] + live, body)
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

  private static func claim(_ file: String) throws(Failure) -> RecordingClaim {
    if let claim = RecordingClaim(file) { return claim }
    throw Failure(
      description: "Another program records into \(file) just now; name another file.",
      status: nil
    )
  }

  private static func recording(
    to file: String,
    of program: String
  ) throws(Failure) -> Recording {
    do throws(RecordingFileError) {
      let recording = try Recording(toFile: file, program: program)
      FilePlace.giveToFolder(file)
      return recording
    } catch {
      throw Failure(description: error.description, status: nil)
    }
  }

  private func run(
    _ recordings: ArraySlice<Recording>,
    isolation: isolated (any Actor)? = #isolation,
    _ body: ([String]) async -> Int32
  ) async -> Int32 {
    guard let recording = recordings.first else { return await body(arguments) }
    let status = await recording.observe { await run(recordings.dropFirst(), body) }
    recording.stop()
    return status
  }

  private static func words(_ recording: Recording, _ address: LiveAddress) -> String {
    if let page = recording.page { return "inspect: \(page)" }
    // Over a port it does not say where its page is, because any user of the machine can connect.
    if recording.isConnected {
      return
        "inspect: connected to \(address); the terminal of `strata-inspect serve` shows the page"
    }
    return "inspect: no inspector waits at \(address); start `strata-inspect serve`"
  }
}
