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
  /// Not `async`: the queue that such a `main` runs on opens descriptors before, and one of them could
  /// take the place of a standard stream that is closed.
  static func main() {
    ProgramStart.prepare()
    Task { @MainActor in
      let status = await Program.run(Array(CommandLine.arguments.dropFirst()))
      // What could not be kept was told; that it still cannot at the exit need not be told again.
      ReportSink.setHandler { _ in }
      exit(status)
    }
    dispatchMain()
  }
}
