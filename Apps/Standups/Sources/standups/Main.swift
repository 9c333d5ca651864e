import Dispatch
import StandupsConsole

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
    reserveStandardStreams()
    // A closed pipe is an error of the write that meets it, so that a running meeting is kept.
    signal(SIGPIPE, SIG_IGN)
    Task { @MainActor in
      exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
    }
    dispatchMain()
  }

  /// Puts something unusable in the place of closed streams, so that no file that is opened later gets
  /// their numbers, and the results with them.
  private static func reserveStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
