/// What has a state that can be read and takes actions that may change it: a ``Store``, or a
/// ``ViewStore`` of a part of it.
///
/// Write views against this protocol and they can be given either. Two are equal if their states are.
public protocol StoreProtocol<State, Action>: Equatable, Sendable {
  /// What is held.
  associatedtype State: Equatable & Sendable
  /// What can happen.
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
