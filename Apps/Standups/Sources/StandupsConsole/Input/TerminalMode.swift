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
  private let keepsSignals: Bool

  /// Changes the terminal of standard input; fails if there is none.
  ///
  /// - Parameter keepsSignals: Whether Ctrl-C, Ctrl-Z and Ctrl-\ stay signals; else they are keys.
  package init?(keepingSignals keepsSignals: Bool = true) {
    self.keepsSignals = keepsSignals
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
    if !keepsSignals {
      settings.c_lflag &= ~tcflag_t(ISIG | IEXTEN)
      // Ctrl-S would stop the drawing.
      settings.c_iflag &= ~tcflag_t(IXON)
    }
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Gives the terminal back as it was.
  package func leave() {
    var settings = original
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
