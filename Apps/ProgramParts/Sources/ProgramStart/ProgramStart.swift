#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The first steps of a program of the terminal.
public enum ProgramStart: Sendable {
  /// Prepares the process; to be called first in `main`, before there is a second thread.
  public static func prepare() {
    reserveStandardStreams()
    // A closed pipe, and a limit on the size of files, are errors of the write that meets them.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    boundColumns()
  }

  /// Opens something unusable under the numbers of closed streams.
  ///
  /// No file that is opened later can then get their numbers, and the results with them.
  private static func reserveStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // SAFETY: the path is a C string for the length of the call.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Gives the argument parser a width that it can break its help to.
  ///
  /// Below some thirty columns it ends the process. It reads the terminal's width in more ways than its
  /// parameters cover.
  private static func boundColumns() {
    var size = winsize()
    // SAFETY: the texts are copied, and the system writes one `winsize`; there is no other thread.
    let wanted = unsafe getenv("COLUMNS").flatMap { unsafe Int(String(cString: $0)) }
    let isTerminal = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = wanted ?? (isTerminal ? Int(size.ws_col) : 80)
    unsafe setenv("COLUMNS", "\(Swift.max(40, Swift.min(columns, 100)))", 1)
  }
}
