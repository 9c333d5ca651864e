import Dispatch
import InspectCommands
import ProgramConsole
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
  /// Prepares the process and runs the program.
  ///
  /// Not `async`, because the queue of such a `main` opens descriptors before it runs. One of them could get the
  /// number of a standard stream that is closed.
  static func main() {
    ProgramStart.prepare()
    Task { @MainActor in
      let program = ConsoleProgram("strata-inspect", root: InspectCommand.self)
      exit(await program.run(Array(CommandLine.arguments.dropFirst())))
    }
    dispatchMain()
  }
}
