/// A type with a state that can be read, and that takes actions which may change it.
///
/// This is a ``Store``, or a ``ViewStore`` of a part of it.
///
/// Write views against this protocol and they can be given either. Two are equal if their states are.
public protocol StoreProtocol<State, Action>: Equatable, Sendable {
  /// The type of the state.
  associatedtype State: Equatable & Sendable
  /// The actions.
  associatedtype Action: Sendable

  /// The state now.
  var state: State { get }

  /// Lets an action happen.
  func send(_ action: Action)
}

extension StoreProtocol {
  /// Whether the states are equal.
  public static func == (a: Self, b: Self) -> Bool { a.state == b.state }
}
