import ProgramConsole

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// Runs one command, with the current console.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code. Everything that there is to say was printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    await ConsoleProgram("quotes", root: QuotesCommand.self).run(arguments)
  }
}
