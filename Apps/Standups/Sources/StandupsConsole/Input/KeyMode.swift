/// A terminal that gives each key as it is pressed, until it is given back.
package struct KeyMode: Sendable {
  /// Gives the terminal back as it was.
  package let leave: @Sendable () -> Void

  /// Makes a mode that was entered already.
  package init(leave: @escaping @Sendable () -> Void) {
    self.leave = leave
  }

  /// The mode of the process's own terminal, in which Ctrl-C is a key; `nil` if there is none.
  static func enter() -> KeyMode? {
    guard let mode = TerminalMode(keepingSignals: false) else { return nil }
    return KeyMode { mode.leave() }
  }
}
