import ArgumentParser
import CounterFactModels
import ProgramConsole
import ProgramFiles
import StrataDependencies

/// `counterfact run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Follow the lines of the standard input.",
    discussion: "A line is one of these; what follows a # is a remark.\n\n" + ScriptCommand.summary
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
    if !fresh { for count in file.counters { session.addCounter(count) } }
    let result = await outcome(of: session)
    // This also runs after a line that could not be followed, because earlier lines have counted.
    let now = session.app.counters.map(\.counter.count)
    if now != file.counters { try file.keep(now) }
    file.close()
    let status = try result.get()
    if status != 0 { throw ExitCode(status) }
  }

  private func outcome(of session: Session) async -> Result<Int32, OutputFailure> {
    do throws(OutputFailure) {
      return .success(try await session.run(keepsGoing: keepGoing))
    } catch {
      return .failure(error)
    }
  }

  /// The file of the counters; `nil` for none.
  private func path(_ console: Console) -> String? {
    if let counters { return counters }
    guard console.isInteractive else { return nil }
    let folders = DependencyValues.current.programFolders.folders("counterfact")
    return folders.map { $0.state + "/counters.json" }
  }
}
