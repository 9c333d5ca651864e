import CounterFactConsole
import Dispatch
import ProgramStart

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
      exit(status)
    }
    dispatchMain()
  }
}
