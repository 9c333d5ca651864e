public import StrataConcurrency

/// One recorded state of a tree.
public struct StateRecord: Sendable, Identifiable {
  /// Counts up with each recorded state, and names it as long as it is kept.
  public let id: Int
  /// When it was recorded, from the beginning of the recording.
  public let time: Duration
  /// What caused the change that led to it, if causes are recorded.
  public let cause: Cause?
  /// How many properties differ from the recorded state before.
  public let changeCount: Int
}

extension StateRecord {
  /// The place of what caused the change that led to it, if causes are recorded.
  public var callSite: CallSite? { cause?.callSite }
}
