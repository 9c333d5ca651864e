/// Why an action was not executed.
public struct ActionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of reason.
  public enum Code: Sendable, Hashable {
    /// The action is not part of the source's current model any more.
    case expired
    /// The source has been released.
    case deinitialized
    /// The action was decoded, and no source of the kind that encoded it has it in its model.
    case decodedByWrongSource
    /// The action was decoded, and its source has no action of that name and input.
    case invalidMethod
    /// The action is still in the property that declares it, and belongs to no source.
    case unbound
  }

  /// The kind of reason.
  public let code: Code
  /// The event and its remedy, in whole sentences.
  public let message: String

  /// The message.
  public var description: String { message }

  static func expired(_ action: String) -> ActionError {
    ActionError(
      code: .expired,
      message: """
        \(action) has expired: the model that offered it was replaced by one without it. Call the \
        actions of the current model.
        """
    )
  }

  static func deinitialized(_ action: String) -> ActionError {
    ActionError(
      code: .deinitialized,
      message: """
        The source of \(action) was deinitialized. Keep the source for as long as its actions are \
        to work.
        """
    )
  }

  static func decodedByWrongSource(_ action: String) -> ActionError {
    ActionError(
      code: .decodedByWrongSource,
      message: """
        \(action) was decoded, and its model is not that of a source of the kind that encoded it. \
        Let that source conform to DecodableActionSource, and set its model to the decoded one.
        """
    )
  }

  static func invalidMethod(_ action: String) -> ActionError {
    ActionError(
      code: .invalidMethod,
      message: """
        \(action) was decoded, and its source has no @Action property of that name and input. \
        Keep the property's name, or make the model anew instead of decoding it.
        """
    )
  }

  static func unbound(_ action: String) -> ActionError {
    ActionError(
      code: .unbound,
      message: """
        \(action) belongs to no source. Declare it with @Action in a subclass of SourceOf.
        """
    )
  }
}
