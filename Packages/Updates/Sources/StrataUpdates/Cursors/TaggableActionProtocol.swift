/// A way from the actions of a part to those of the whole.
///
/// The half of a cursor that is about actions.
public protocol TaggableActionProtocol: SendableMetatype {
  /// The actions of the whole.
  associatedtype OuterAction: Sendable
  /// The actions of the part.
  associatedtype InnerAction: Sendable

  /// Makes an action of the whole from one of the part.
  ///
  /// Any action: the whole may give some of the part's actions a meaning of its own.
  static func tag(_ action: InnerAction) -> OuterAction
}
