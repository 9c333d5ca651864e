public import StrataRendering

/// The result of an update function: the next state, effects, and the way to show the change.
///
/// ```swift
/// return Update(state: model, fx: environment.authenticate(credentials)).animation(.default)
/// ```
@frozen
public struct Update<State: Sendable, Action: Sendable>: UpdateProtocol {
  /// The next state.
  public var state: State
  /// The effects beside the state; their actions come back to the store.
  public var fx: Fx<Action>
  /// The way to show the change; `nil` takes that of the sender of the action.
  public var transaction: RecordedTransaction?

  /// Makes an update without effects.
  @inlinable
  public init(state: State) {
    self.state = state
    self.fx = .empty
    self.transaction = nil
  }

  /// Makes an update with effects.
  @inlinable
  public init(state: State, fx: Fx<Action>) {
    self.state = state
    self.fx = fx
    self.transaction = nil
  }

  /// Makes an update of a state, effects and a transaction.
  @inlinable
  public init(state: State, fx: Fx<Action> = .empty, transaction: RecordedTransaction?) {
    self.state = state
    self.fx = fx
    self.transaction = transaction
  }
}

/// The result of an update function that has changed the state where it is.
public typealias InPlaceUpdate<Action: Sendable> = Update<Void, Action>

extension Update where State == Void {
  /// Makes an update of a state that was changed where it is.
  @inlinable
  public init(fx: Fx<Action> = .empty, transaction: RecordedTransaction? = nil) {
    self.init(state: (), fx: fx, transaction: transaction)
  }
}

extension Update {
  /// The same update, whose effects give other actions: a part's update inside the whole's.
  ///
  /// ```swift
  /// case .row(let id, let action):
  ///   return Row.update(&state.rows[id], action, environment).tag { .row(id, $0) }
  /// ```
  public func tag<Other>(
    _ tag: @escaping @Sendable (Action) -> Other
  ) -> Update<State, Other> {
    Update<State, Other>(state: state, fx: fx.map(tag), transaction: transaction)
  }
}
