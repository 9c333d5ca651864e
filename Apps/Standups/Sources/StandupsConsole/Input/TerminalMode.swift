#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal's state while a meeting is drawn: keys come as they are pressed and are not echoed.
package final class TerminalMode: Sendable {
  private let original: termios

  /// Changes the terminal of standard input.
  ///
  /// - Returns: `nil` if there is none.
  package init?() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    enter()
  }

  deinit {
    leave()
  }

  /// Changes the terminal again, after the program was stopped and continued.
  package func enter() {
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Gives the terminal back as it was.
  package func leave() {
    var settings = original
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
