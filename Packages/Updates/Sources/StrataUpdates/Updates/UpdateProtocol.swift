public import StrataRendering

/// The result of an update function: the next state, effects, and the way to show the change.
///
/// ``Update`` is the one to use. Conform a type of your own if your updates have more properties, for example words for
/// a log; ``ModelProtocol/update(state:action:environment:)`` may return it.
public protocol UpdateProtocol<State, Action>: Sendable {
  /// The type of the store's state.
  associatedtype State: Sendable
  /// The actions.
  associatedtype Action: Sendable

  /// The next state.
  var state: State { get set }
  /// The effects beside the state; their actions come back to the store.
  var fx: Fx<Action> { get set }
  /// The way to show the change; `nil` takes that of the sender of the action.
  var transaction: RecordedTransaction? { get set }

  /// Makes an update of a state, effects and a transaction.
  init(state: State, fx: Fx<Action>, transaction: RecordedTransaction?)
}

extension UpdateProtocol {
  /// The same update, to be shown with an animation.
  ///
  /// Without a call of this, the animation in effect at the sender applies. With `nil` the change is shown at once,
  /// whatever was in effect there.
  public func animation(_ animation: RecordedAnimation? = .default) -> Self {
    var update = self
    update.transaction = update.transaction ?? RecordedTransaction()
    update.transaction?.animation = animation
    return update
  }

  /// The same update, to be shown in a transaction.
  public func transaction(_ transaction: RecordedTransaction) -> Self {
    var update = self
    update.transaction = transaction
    return update
  }

  /// The same update with more effects, which run in parallel with those it has.
  public func mergeFx(_ fx: Fx<Action>) -> Self {
    var update = self
    update.fx = self.fx.merge(with: fx)
    return update
  }

  /// The update that follows when another is made from this one's state.
  ///
  /// The effects of both run; the transaction is that of the other, or this one's if it has none.
  ///
  /// ```swift
  /// return Update(state: model).pipe { model in update(state: model, action: .validate, …) }
  /// ```
  public func pipe(_ next: (State) -> Self) -> Self {
    var update = next(state)
    update.fx = fx.merge(with: update.fx)
    update.transaction = update.transaction ?? transaction
    return update
  }
}
