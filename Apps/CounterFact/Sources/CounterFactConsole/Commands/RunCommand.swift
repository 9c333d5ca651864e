import ArgumentParser
import ProgramConsole
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

  func run() async throws {
    let session = Session(
      client: service.client,
      console: DependencyValues.current.console,
      asJSON: service.json
    )
    let status = try await session.run(keepsGoing: keepGoing)
    if status != 0 { throw ExitCode(status) }
  }
}
