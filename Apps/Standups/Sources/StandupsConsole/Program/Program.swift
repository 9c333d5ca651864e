import ArgumentParser
import ProgramArguments
import ProgramRecording
import ProgramText
import StandupsData
import StrataCore
import StrataDependencies

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// The exit code when the reader of the output has gone: that of a process ended by `SIGPIPE`.
  package static let closedOutputStatus: Int32 = 141
  /// The exit code after Ctrl-C: that of a process ended by `SIGINT`.
  package static let interruptedStatus: Int32 = 130
  /// The exit code when the terminal has gone: that of a process ended by `SIGHUP`.
  package static let hungUpStatus: Int32 = 129

  /// Runs one command.
  ///
  /// It works with the dependencies in force: ``Console``, the data file, clock, date and ids.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    let console = DependencyValues.current.console
    do {
      let say = { (line: String) in _ = try? console.errors.write(line + "\n") }
      let run = try RecordedRun(arguments)
      return try await run(of: "standups", say: say) { await runUnrecorded($0) }
    } catch {
      let code: StandupsError.Code = error is RecordedRun.Misuse ? .usage : .cannotCreate
      let failure = StandupsError(code, "\(error)")
      let status = show(failure, asJSON: arguments.contains("--json"), on: console)
      return (error as? RecordedRun.Failure)?.status.flatMap { $0 == 0 ? nil : $0 } ?? status
    }
  }

  private static func runUnrecorded(_ arguments: [String]) async -> Int32 {
    let console = DependencyValues.current.console
    do {
      if let sentence = CommandWords.longArgument(in: arguments) {
        throw StandupsError(.usage, sentence)
      }
      if let failure = unknownCommand(in: arguments) { throw failure }
      // Each change in it has the command among its causes.
      try await withCause(CommandLineText.text(of: arguments)) { try await execute(arguments) }
      return 0
    } catch {
      return status(of: error, asJSON: arguments.contains("--json"), on: console)
    }
  }

  private static func execute(_ arguments: [String]) async throws {
    let words = CommandWords.separatingNegativeNumbers(in: arguments, of: StandupsCommand.self)
    let display = try (StandupsCommand.parseAsRoot(words) as? any DisplayingCommand)?.shared.display
    guard let display, !display.isUsual else {
      return try await CommandWords.run(words, of: StandupsCommand.self)
    }
    let console = DependencyValues.current.console.following(display)
    try await withDependencies {
      $0.console = console
    } operation: {
      // Parsed anew: a command cannot be sent to where it runs.
      try await CommandWords.run(words, of: StandupsCommand.self)
    }
  }

  /// Prints an error and gives its exit code.
  static func show(_ error: StandupsError, asJSON: Bool, on console: Console) -> Int32 {
    let report = asJSON ? try? MachineReport.text(FailureReport(error)) : nil
    let text = report ?? "standups: \(DisplayText.printableLines(error.description))\n"
    try? console.errors.write(text)
    return error.code.rawValue
  }

  private static func status(of error: any Error, asJSON: Bool, on console: Console) -> Int32 {
    switch error {
    case let error as StandupsError: return show(error, asJSON: asJSON, on: console)
    case ChannelFailure.closed: return closedOutputStatus
    case ChannelFailure.hungUp: return hungUpStatus
    case ChannelFailure.refused(let error): return show(error, asJSON: asJSON, on: console)
    case let code as ExitCode: return code.rawValue
    default: return showParsing(error, asJSON: asJSON, on: console)
    }
  }

  /// The argument parser's errors, and its ways to say that help or a version was asked for.
  private static func showParsing(
    _ error: any Error,
    asJSON: Bool,
    on console: Console
  ) -> Int32 {
    let code = StandupsCommand.exitCode(for: error)
    // The parser's help ends the process below some thirty columns.
    let columns = max(40, min(console.output.columns, 100))
    guard !code.isSuccess else {
      do {
        try console.output.write(
          StandupsCommand.fullMessage(for: error, columns: columns) + "\n"
        )
        return 0
      } catch {
        return status(of: error, asJSON: asJSON, on: console)
      }
    }
    if asJSON {
      return show(
        StandupsError(.usage, StandupsCommand.message(for: error)),
        asJSON: true,
        on: console
      )
    }
    // The message quotes the typed text, escape sequences included.
    let message = DisplayText.printableLines(
      StandupsCommand.fullMessage(for: error, columns: columns)
    )
    try? console.errors.write(message + "\n")
    return StandupsError.Code.usage.rawValue
  }

  /// The error for a command that there is none of, with those that were probably meant.
  private static func unknownCommand(in arguments: [String]) -> StandupsError? {
    guard let unknown = CommandWords.unknownCommand(in: arguments, of: StandupsCommand.self) else {
      return nil
    }
    let suggestions = Nearness.nearest(to: unknown.word, among: unknown.commands + ["help"])
    let help = DependencyValues.current.console.isShell ? "help" : "standups --help"
    let hint = suggestions.isEmpty ? " See `\(help)` for those there are." : ""
    return StandupsError(
      .usage,
      "There is no command \"\(unknown.word)\".\(hint)",
      suggestions: suggestions
    )
  }
}
