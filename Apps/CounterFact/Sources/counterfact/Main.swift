import CounterFactConsole
import ProgramStart

@main
enum Main {
  /// Prepares the process and runs the program.
  static func main() {
    ProgramStart.run { await Program.run($0) }
  }
}
