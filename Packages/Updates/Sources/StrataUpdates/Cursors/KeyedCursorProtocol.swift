/// The way in which one of many elements, found by a key, is built into a whole.
///
/// Examples are a row of a list and a value of a dictionary.
public protocol KeyedCursorProtocol: SendableMetatype {
  /// The identity of an element.
  associatedtype Key: Hashable & Sendable
  /// The whole.
  associatedtype OuterState: Equatable & Sendable
  /// A part.
  associatedtype InnerState: Equatable & Sendable
  /// The actions of the whole.
  associatedtype OuterAction: Sendable
  /// The actions of a part.
  associatedtype InnerAction: Sendable

  /// Takes a part out of the whole; `nil` if there is none for the key.
  static func get(state: OuterState, key: Key) -> InnerState?

  /// The whole with another part for a key.
  static func set(state: OuterState, inner: InnerState, key: Key) -> OuterState

  /// Makes an action of the whole from one of a part.
  static func tag(action: InnerAction, key: Key) -> OuterAction
}

extension KeyedCursorProtocol {
  /// Gives the update of the whole after an action of a part, or `nil` if there is no such part.
  ///
  /// A name of its own, so that a call never has two meanings.
  ///
  /// - Parameters:
  ///   - update: The part's update function.
  ///   - state: The whole.
  ///   - action: The part's action.
  ///   - environment: The part's environment.
  ///   - key: The key of the element.
  /// - Returns: The whole with the part's next state, its effects tagged, and its transaction.
  public static func updateIfPresent<InnerUpdate: UpdateProtocol, Environment>(
    with update: (InnerState, InnerAction, Environment) -> InnerUpdate,
    state: OuterState,
    action: InnerAction,
    environment: Environment,
    key: Key
  ) -> Update<OuterState, OuterAction>?
  where InnerUpdate.State == InnerState, InnerUpdate.Action == InnerAction {
    guard let inner = get(state: state, key: key) else { return nil }
    let next = update(inner, action, environment)
    return Update(
      state: set(state: state, inner: next.state, key: key),
      fx: next.fx.map { tag(action: $0, key: key) },
      transaction: next.transaction
    )
  }

  /// Gives the update of the whole after an action of a part; one that changes nothing if there is no
  /// such part.
  ///
  /// An action may be correct and come late, because its row was removed while an effect was under way.
  ///
  /// - Parameters:
  ///   - update: The part's update function.
  ///   - state: The whole.
  ///   - action: The part's action.
  ///   - environment: The part's environment.
  ///   - key: The key of the element.
  /// - Returns: The whole with the part's next state, its effects tagged, and its transaction.
  public static func update<InnerUpdate: UpdateProtocol, Environment>(
    with update: (InnerState, InnerAction, Environment) -> InnerUpdate,
    state: OuterState,
    action: InnerAction,
    environment: Environment,
    key: Key
  ) -> Update<OuterState, OuterAction>
  where InnerUpdate.State == InnerState, InnerUpdate.Action == InnerAction {
    updateIfPresent(
      with: update,
      state: state,
      action: action,
      environment: environment,
      key: key
    ) ?? Update(state: state)
  }
}

extension KeyedCursorProtocol where InnerState: ModelProtocol, InnerState.Action == InnerAction {
  /// Gives the update of the whole after an action of an element that is a model.
  ///
  /// The update changes nothing if there is no such element.
  ///
  /// - Returns: As ``update(with:state:action:environment:key:)`` with the model's update function.
  public static func update(
    state: OuterState,
    action: InnerAction,
    environment: InnerState.Environment,
    key: Key
  ) -> Update<OuterState, OuterAction> {
    update(
      with: InnerState.update(state:action:environment:),
      state: state,
      action: action,
      environment: environment,
      key: key
    )
  }
}
