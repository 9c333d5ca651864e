import ProgramConsole

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// Runs one command, with the current console.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    // A person who runs the program for the first time sees the commands.
    let isFirst = arguments.isEmpty && KeptThings.address == nil
    return await ConsoleProgram("quotes", root: QuotesCommand.self)
      .run(isFirst ? ["--help"] : arguments)
  }
}
