import ArgumentParser
import StrataDependencies

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// The exit code when nobody reads the output any more: that of a process ended by `SIGPIPE`.
  package static let closedOutputStatus: Int32 = 141

  /// Runs one command, with the current console.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code. Everything that there is to say was printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    let console = DependencyValues.current.console
    do {
      var command = try QuotesCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch let failure as OutputFailure {
      return show(failure, on: console)
    } catch let failure as ProgramFailure {
      console.complain(failure.text(asJSON: arguments.contains("--json")))
      return failure.kind.exitCode
    } catch {
      return show(error, asJSON: arguments.contains("--json"), on: console)
    }
  }

  private static func show(_ failure: OutputFailure, on console: Console) -> Int32 {
    switch failure {
    case .closed: return closedOutputStatus
    case .refused(let words):
      let failure = ProgramFailure(.output, "Writing to standard output failed: \(words).")
      console.complain(failure.text(asJSON: false))
      return failure.kind.exitCode
    }
  }

  /// The argument parser's errors, and its ways to say that help or the version was asked for.
  private static func show(_ error: any Error, asJSON: Bool, on console: Console) -> Int32 {
    guard !QuotesCommand.exitCode(for: error).isSuccess else {
      do {
        try console.write(QuotesCommand.fullMessage(for: error) + "\n")
        return 0
      } catch {
        return show(error, on: console)
      }
    }
    if asJSON {
      let failure = ProgramFailure(.usage, QuotesCommand.message(for: error))
      console.complain(failure.text(asJSON: true))
    } else {
      console.complain(QuotesCommand.fullMessage(for: error) + "\n")
    }
    return ProgramFailure.Kind.usage.exitCode
  }
}
