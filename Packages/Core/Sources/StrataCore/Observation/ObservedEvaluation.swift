public import StrataConcurrency

/// One computation of a derived value, for observers of the tree.
public struct ObservedEvaluation: Sendable {
  /// A source that made the computation necessary.
  public struct Reason: Sendable {
    /// The context that has the source; the owner of a derived value.
    public let context: Context
    /// The property's name, or the call site of a derived value.
    public let name: String
  }

  /// The call site of the computation.
  public let callSite: CallSite
  /// How long it took, the sources that were computed on the way included; `nil` for a private evaluation.
  public let duration: Duration?
  /// Whether the value differs from the one before; `nil` if the result was not stored.
  public let isChanged: Bool?
  /// The sources that differed, or derived values that were still to be computed; empty for the first computation.
  public let reasons: [Reason]
}
