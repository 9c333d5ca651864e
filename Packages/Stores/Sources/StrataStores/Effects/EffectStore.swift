public import StrataConcurrency
import StrataCore

/// A store that also emits side effects: things that happen once, beside the state.
///
/// A class of its own and not a second parameter of ``Store``, because Swift's type parameters have
/// no defaults and every store would have to name its effects.
///
/// ```swift
/// enum PlayerEffect: SideEffect { case beep }
///
/// final class PlayerStore: EffectStore<PlayerState, PlayerEffect>, @unchecked Sendable {
///   func finish() {
///     state.toEnd()
///     emit(.beep)
///   }
/// }
/// ```
///
/// Effects are told in the order in which they and the changes were made, on the store's
/// ``Store/delivery``. Subscribers that asked only for states are not told of effects.
// SAFETY: `outlet` is a constant, and Sendable.
open class EffectStore<State: StateContainer, Effect: SideEffect>: Store<State>,
  @unchecked Sendable
{
  private let outlet = Multicast<Effect>()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: Where subscribers are told; with `nil` as ``Settings/delivery`` says.
  public override init(initialState: State, delivery: StoreDelivery? = nil) {
    super.init(initialState: initialState, delivery: delivery)
    core.addSilently(
      Subscriber(
        kind: .closure,
        updateHandler: { [weak self, outlet] update in
          switch update.reason {
          case .effect:
            if let effect = update.effect as? Effect { outlet.send(effect) }
          case .change: self?.on(state: update.state)
          case .push, .readiness, .beginning: break
          }
        }
      )
    )
  }

  /// Tells the subscribers of something that happens once.
  public final func emit(_ effect: Effect) {
    core.push(.effect, effect: effect)
  }

  /// Called with each state that follows the first, on the store's delivery, after the stores that
  /// follow this one and before all other subscribers; does nothing unless it is overridden.
  open func on(state: State) {}

  /// The effects from now on, for a loop.
  ///
  /// Each call makes a sequence of its own, which keeps what was not asked for yet.
  public final var effects: MulticastSequence<Effect> { outlet.subscribe() }

  /// Calls a closure with the state now, with each state that follows, and with each effect.
  ///
  /// - Parameter handler: Is given the state, and the effect if it is called because of one.
  /// - Returns: The subscription, which ends when it is released.
  public final func subscribe(
    _ handler: @escaping @Sendable (State, Effect?) -> Void
  ) -> StateSubscription<State> {
    let subscriber = Subscriber<State>(
      kind: .closure,
      updateHandler: { handler($0.state, $0.effect as? Effect) }
    )
    core.subscribe(subscriber)
    return StateSubscription(core: core, subscriber: subscriber)
  }
}
