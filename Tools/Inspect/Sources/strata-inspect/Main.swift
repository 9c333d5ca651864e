import InspectCommands
import ProgramConsole
import ProgramStart

@main
enum Main {
  /// Prepares the process and runs the program.
  static func main() {
    ProgramStart.run { await ConsoleProgram("strata-inspect", root: InspectCommand.self).run($0) }
  }
}
