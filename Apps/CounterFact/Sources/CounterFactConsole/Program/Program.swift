import ProgramConsole

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// Runs one command, with the current dependencies: the console, and who knows facts.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    await ConsoleProgram("counterfact", root: CounterFactCommand.self).run(arguments)
  }
}
