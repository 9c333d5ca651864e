/// Why an input could not be read, which is not the same as its end.
public enum InputFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The terminal has gone, as when its window is closed.
  case hungUp
  /// The system rejected it, with the system's words.
  case refused(String)

  /// The failure in one sentence.
  public var description: String {
    switch self {
    case .hungUp: "The terminal has gone."
    case .refused(let words): "Reading standard input failed: \(words)."
    }
  }
}
