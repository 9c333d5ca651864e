public import ArgumentParser
import ProgramArguments
import ProgramRecording
import ProgramStreams
import ProgramText
import StrataDependencies
import StrataInspector

/// A program of the terminal: arguments in, an exit code out.
public struct ConsoleProgram: Sendable {
  /// The exit code when the reader of the output has gone: that of a process ended by `SIGPIPE`.
  public static let closedOutputStatus: Int32 = 141

  private let root: any ParsableCommand.Type
  private let name: String
  private let isOperand: @Sendable (String) -> Bool

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: The program's name, which stands before its error messages.
  ///   - root: The command that all others stand below.
  ///   - isOperand: Whether a first word that is no command is an argument of the default one.
  public init(
    _ name: String,
    root: any ParsableCommand.Type,
    isOperand: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.name = name
    self.root = root
    self.isOperand = isOperand
  }

  /// Runs one command, with the current dependencies: the console above all.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  public func run(_ arguments: [String]) async -> Int32 {
    let console = DependencyValues.current.console
    do {
      let run = try RecordedRun(arguments)
      let say = { (line: String) in console.complain(line.printable + "\n") }
      return try await run(of: name, say: say) { await runUnrecorded($0) }
    } catch {
      let isUsage = error is RecordedRun.Misuse
      let failure = ProgramFailure(isUsage ? .usage : .output, "\(error)")
      console.complain(failure.text(of: name, asJSON: arguments.contains("--json")))
      if let status = (error as? RecordedRun.Failure)?.status, status != 0 { return status }
      return failure.kind.exitCode
    }
  }

  private func runUnrecorded(_ arguments: [String]) async -> Int32 {
    let console = DependencyValues.current.console
    do {
      if let sentence = CommandWords.longArgument(in: arguments) {
        throw ProgramFailure(.usage, sentence)
      }
      if let unknown = CommandWords.unknownCommand(in: arguments, of: root),
        !isOperand(arguments[0])
      {
        throw ProgramFailure(.usage, unknown.description)
      }
      try await CommandWords.run(arguments, of: root)
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch let failure as OutputFailure {
      return show(failure, asJSON: arguments.contains("--json"), on: console)
    } catch let failure as ProgramFailure {
      console.complain(failure.text(of: name, asJSON: arguments.contains("--json")))
      return failure.kind.exitCode
    } catch {
      return show(error, asJSON: arguments.contains("--json"), on: console)
    }
  }

  private func show(_ failure: OutputFailure, asJSON: Bool, on console: Console) -> Int32 {
    switch failure {
    case .closed: return Self.closedOutputStatus
    case .hungUp: return ProgramFailure.Kind.hungUp.exitCode
    case .refused(let words):
      let failure = ProgramFailure(.output, "Writing to standard output failed: \(words).")
      console.complain(failure.text(of: name, asJSON: asJSON))
      return failure.kind.exitCode
    }
  }

  /// The argument parser's errors, and its ways to say that help or the version was asked for.
  private func show(_ error: any Error, asJSON: Bool, on console: Console) -> Int32 {
    guard !root.exitCode(for: error).isSuccess else {
      do throws(OutputFailure) {
        try console.write(root.fullMessage(for: error) + "\n")
        return 0
      } catch {
        return show(error, asJSON: asJSON, on: console)
      }
    }
    if asJSON {
      let failure = ProgramFailure(.usage, root.message(for: error))
      console.complain(failure.text(of: name, asJSON: true))
    } else {
      // The message quotes the typed text, escape sequences included.
      console.complain(DisplayText.printableLines(root.fullMessage(for: error)) + "\n")
    }
    return ProgramFailure.Kind.usage.exitCode
  }
}
