/// A way to a part of a state: reads it, and puts it back.
///
/// The half of a cursor that is about states.
public protocol LensProtocol: SendableMetatype {
  /// The whole.
  associatedtype OuterState: Equatable & Sendable
  /// The part.
  associatedtype InnerState: Equatable & Sendable

  /// Takes the part out of the whole.
  static func get(state: OuterState) -> InnerState

  /// The whole with another part.
  static func set(state: OuterState, inner: InnerState) -> OuterState
}
