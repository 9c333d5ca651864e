public import StrataConcurrency

/// One recorded state of a tree.
public struct StateRecord: Sendable, Identifiable {
  /// Counts up with each recorded state, and identifies it as long as it is retained.
  public let id: Int
  /// The time of its recording, since the beginning of the recording.
  public let time: Duration
  /// The cause of the change that led to it, if causes are recorded.
  public let cause: Cause?
  /// How many properties differ from the recorded state before.
  public let changeCount: Int
}

extension StateRecord {
  /// The call site of the change that led to it, if causes are recorded.
  public var callSite: CallSite? { cause?.callSite }
}
