/// Why a result could not be written.
public enum OutputFailure: Error, Equatable, Sendable {
  /// Nobody reads it any more, as after `counterfact | head -1`.
  case closed
  /// The system refused it, with the system's words.
  case refused(String)
}
