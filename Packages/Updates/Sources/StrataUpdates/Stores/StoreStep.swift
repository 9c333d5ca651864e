/// One action that a store has handled, and its result.
public struct StoreStep<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// The action.
  public let action: Action
  /// The initiator of the action.
  public let origin: ActionOrigin
  /// The result of the update function: the state after the action, the effects that it started, and the transaction.
  public let update: Update<State, Action>

  /// The state after the action.
  public var state: State { update.state }
}
