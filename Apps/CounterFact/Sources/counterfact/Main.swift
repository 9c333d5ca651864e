import CounterFactConsole

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
    exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
