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
  static func main() async {
    // A closed pipe is an error of the write that meets it.
    signal(SIGPIPE, SIG_IGN)
    let status = await Program.run(Array(CommandLine.arguments.dropFirst()))
    // What could not be kept was told; that it still cannot at the exit need not be told again.
    ReportSink.setHandler { _ in }
    exit(status)
  }
}
