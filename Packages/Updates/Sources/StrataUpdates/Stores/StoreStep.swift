/// One action that a store has handled, and what came out.
public struct StoreStep<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// The action.
  public let action: Action
  /// Where it came from.
  public let origin: ActionOrigin
  /// What the update function gave: the state after the action, the effects that it started, and the
  /// transaction.
  public let update: Update<State, Action>

  /// The state after the action.
  public var state: State { update.state }
}
