/// A state that knows its own actions, environment and update function.
///
/// ```swift
/// struct AppModel: ModelProtocol {
///   enum Action { case increment }
///   struct Environment {}
///
///   var count = 0
///
///   static func update(
///     state: AppModel,
///     action: Action,
///     environment: Environment
///   ) -> UpdateOf<AppModel> {
///     switch action {
///     case .increment:
///       var model = state
///       model.count += 1
///       return Update(state: model)
///     }
///   }
/// }
///
/// let store = Store(state: AppModel(), environment: AppModel.Environment())
/// ```
///
/// It is the same store: this only saves to name the three types and the function.
public protocol ModelProtocol: Equatable, Sendable {
  /// The actions.
  associatedtype Action: Sendable
  /// The services that updates use.
  associatedtype Environment: Sendable
  /// The result of ``update(state:action:environment:)``.
  associatedtype UpdateType: UpdateProtocol
  where UpdateType.State == Self, UpdateType.Action == Action

  /// Gives the next state after an action, and the effects beside it.
  static func update(state: Self, action: Action, environment: Environment) -> UpdateType
}

/// The update of a model: short for `Update<Model, Model.Action>`.
///
/// A name of its own, because Swift lets one name have one number of type parameters.
public typealias UpdateOf<Model: ModelProtocol> = Update<Model, Model.Action>

/// The store of a model.
public typealias ModelStore<Model: ModelProtocol> = Store<Model, Model.Action, Model.Environment>

extension ModelProtocol {
  /// Gives the state after several actions in a row, as one update.
  ///
  /// Each action sees the state that the one before has left. The effects of all run in parallel; the transaction is
  /// the last that was given.
  public static func update(
    state: Self,
    actions: [Action],
    environment: Environment
  ) -> UpdateType {
    actions.reduce(UpdateType(state: state, fx: .empty, transaction: nil)) { update, action in
      update.pipe { self.update(state: $0, action: action, environment: environment) }
    }
  }

  /// Gives the state after an action of a part, by three closures instead of a cursor.
  ///
  /// - Parameters:
  ///   - get: Takes the part out of the whole; `nil` if there is none, and then nothing changes.
  ///   - set: Puts the part back.
  ///   - tag: Makes an action of the whole from one of the part.
  ///   - state: The whole.
  ///   - action: The part's action.
  ///   - environment: The part's environment.
  /// - Returns: The update of the whole, with the part's effects and transaction.
  public static func update<Inner: ModelProtocol>(
    get: (Self) -> Inner?,
    set: (Self, Inner) -> Self,
    tag: @escaping @Sendable (Inner.Action) -> Action,
    state: Self,
    action: Inner.Action,
    environment: Inner.Environment
  ) -> Update<Self, Action> {
    guard let inner = get(state) else { return Update(state: state) }
    let next = Inner.update(state: inner, action: action, environment: environment)
    return Update(
      state: set(state, next.state),
      fx: next.fx.map(tag),
      transaction: next.transaction
    )
  }
}
