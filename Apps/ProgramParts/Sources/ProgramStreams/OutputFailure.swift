/// Why a text could not be written.
public enum OutputFailure: Error, Hashable, Sendable {
  /// The reader has gone, as after `counterfact | head -1`.
  case closed
  /// The terminal has gone, as when its window is closed.
  case hungUp
  /// The system rejected it, with the system's words.
  case refused(String)
}
