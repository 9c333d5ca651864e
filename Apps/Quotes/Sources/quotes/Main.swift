import Dispatch
import ProgramStart
import QuotesConsole
import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main
enum Main {
  /// Prepares the process and runs the program.
  ///
  /// Not `async`, because the queue of such a `main` opens descriptors before it runs. One of them could get the
  /// number of a standard stream that is closed.
  static func main() {
    ProgramStart.prepare(files: ProgramStart.fewestFilesOfNetwork)
    Task { @MainActor in
      let status = await Program.run(Array(CommandLine.arguments.dropFirst()))
      // A failed write was reported before; a second failure at the exit needs no report.
      ReportSink.setHandler { _ in }
      exit(status)
    }
    dispatchMain()
  }
}
