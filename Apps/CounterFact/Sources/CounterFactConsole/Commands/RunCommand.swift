import ArgumentParser
import CounterFactModels
import ProgramConsole
import ProgramFiles
import ProgramSignals
import ProgramStreams
import StrataDependencies

/// `counterfact run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Follow the lines of the standard input.",
    // Indented, because the manual joins other lines.
    discussion: "A line is one of these; what follows a # is a remark.\n\n"
      + ScriptCommand.summary.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  )

  @OptionGroup var service: ServiceOptions

  @Flag(
    help: "Go on after a line that cannot be followed; the exit code is still that of the first."
  )
  var keepGoing = false

  @Option(
    help: ArgumentHelp(
      """
      The file that keeps the counters for the next time. (default: on a terminal \
      counterfact/counters.json in $XDG_STATE_HOME or ~/.local/state, in a script none)
      """,
      valueName: "path"
    ),
    completion: .file(extensions: ["json"])
  )
  var counters: String?

  @Flag(help: "Begin without counters, also where some were kept.")
  var fresh = false

  func validate() throws {
    if counters == "" { throw ValidationError("--counters takes the path of a file.") }
  }

  func run() async throws {
    let console = DependencyValues.current.console
    let session = Session(client: service.client, console: console, asJSON: service.json)
    guard let path = path(console) else {
      let status = try await session.run(keepsGoing: keepGoing)
      if status != 0 { throw ExitCode(status) }
      return
    }
    let file = try CounterFile(path) {
      if console.isInteractive { console.complain("Waiting for another counterfact to end…\n") }
    }
    if !fresh { session.restore(file.counters) }
    // Taken over to the end of the process, so that the counters are kept.
    let signals = console.signals(Signals.endings)
    let result = await outcome(of: session, until: signals)
    // This also runs after a line that could not be followed, because earlier lines have counted.
    let now = session.app.counters.map(\.counter.count)
    if now != file.counters { try file.keep(now) }
    file.close()
    switch result {
    case .success(0): break
    case .success(let status): throw ExitCode(status)
    case .failure(.refused(let words)):
      throw ProgramFailure(.output, "The counters were kept, but could not be shown: \(words).")
    case .failure(let failure): throw failure
    }
  }

  /// Runs a session to its end, or to a signal.
  ///
  /// A session that waits for input cannot be ended; the process goes on without it.
  private func outcome(
    of session: Session,
    until signals: AsyncStream<Int32>
  ) async -> Result<Int32, OutputFailure> {
    let (results, result) = AsyncStream.makeStream(of: Result<Int32, OutputFailure>.self)
    Task { [keepGoing] in
      do throws(OutputFailure) {
        result.yield(.success(try await session.run(keepsGoing: keepGoing)))
      } catch {
        result.yield(.failure(error))
      }
    }
    Task {
      for await number in signals { result.yield(.success(128 + number)) }
    }
    for await first in results { return first }
    preconditionFailure("the session yields its result")
  }

  /// The file of the counters; `nil` for none.
  private func path(_ console: Console) -> String? {
    if let counters { return counters }
    guard console.isInteractive else { return nil }
    let folders = DependencyValues.current.programFolders.folders("counterfact")
    return folders.map { $0.state + "/counters.json" }
  }
}
