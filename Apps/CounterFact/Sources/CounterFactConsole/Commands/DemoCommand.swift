import ArgumentParser
import CounterFactModels
import ProgramConsole
import ProgramRecording
import StrataConcurrency
import StrataDependencies

/// `counterfact demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show a short script and what comes of it, without a network."
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  private static let script = [
    "add", "inc 1 7", "fact 1", "add 12", "fact 2 &", "inc 2", "wait", "remove 1", "another",
  ]

  func run() async throws {
    var console = DependencyValues.current.console
    let remaining = Locked(Self.script[...], rank: .leaf)
    console.isInteractive = false
    console.nextLine = { [console] in
      guard let line = remaining.withLock({ $0.popFirst() }) else { return nil }
      // A failure shows again with the first result.
      try? console.write("> \(line)\n")
      return line
    }
    let session = Session(client: .offline, console: console, asJSON: false)
    let status = try await session.run(keepsGoing: false)
    if status != 0 { throw ExitCode(status) }
  }
}
