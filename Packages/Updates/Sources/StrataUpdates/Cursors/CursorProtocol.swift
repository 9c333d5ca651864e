/// How a part with its own state and actions is built into a whole.
///
/// ```swift
/// struct AppChildCursor: CursorProtocol {
///   static func get(state: AppModel) -> ChildModel { state.child }
///
///   static func set(state: AppModel, inner child: ChildModel) -> AppModel {
///     var model = state
///     model.child = child
///     return model
///   }
///
///   static func tag(_ action: ChildAction) -> AppAction { .child(action) }
/// }
/// ```
///
/// It makes a ``ViewStore`` of the part from the store of the whole, and the whole's update from the
/// part's.
public protocol CursorProtocol: LensProtocol, TaggableActionProtocol {}

extension CursorProtocol {
  /// Gives the update of the whole after an action of the part.
  ///
  /// - Parameters:
  ///   - update: The part's update function.
  ///   - state: The whole.
  ///   - action: The part's action.
  ///   - environment: The part's environment.
  /// - Returns: The whole with the part's next state, the part's effects with their actions tagged,
  ///   and the part's transaction.
  public static func update<InnerUpdate: UpdateProtocol, Environment>(
    with update: (InnerState, InnerAction, Environment) -> InnerUpdate,
    state: OuterState,
    action: InnerAction,
    environment: Environment
  ) -> Update<OuterState, OuterAction>
  where InnerUpdate.State == InnerState, InnerUpdate.Action == InnerAction {
    let next = update(get(state: state), action, environment)
    return Update(
      state: set(state: state, inner: next.state),
      fx: next.fx.map { tag($0) },
      transaction: next.transaction
    )
  }
}

extension CursorProtocol where InnerState: ModelProtocol, InnerState.Action == InnerAction {
  /// Gives the update of the whole after an action of a part that is a model.
  ///
  /// - Returns: As ``update(with:state:action:environment:)`` with the model's update function.
  public static func update(
    state: OuterState,
    action: InnerAction,
    environment: InnerState.Environment
  ) -> Update<OuterState, OuterAction> {
    update(
      with: InnerState.update(state:action:environment:),
      state: state,
      action: action,
      environment: environment
    )
  }
}
