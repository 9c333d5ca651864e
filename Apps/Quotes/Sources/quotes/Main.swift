import ProgramStart
import QuotesConsole
import StrataConcurrency

@main
enum Main {
  /// Prepares the process and runs the program.
  static func main() {
    ProgramStart.run(files: ProgramStart.fewestFilesOfNetwork) { arguments in
      let status = await Program.run(arguments)
      // A failed write was reported before; a second failure at the exit needs no report.
      ReportSink.setHandler { _ in }
      return status
    }
  }
}
