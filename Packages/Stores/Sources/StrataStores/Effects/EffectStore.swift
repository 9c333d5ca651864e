public import StrataConcurrency
import StrataCore

/// A store that also emits side effects: things that happen once, beside the state.
///
/// It is a class of its own and not a second parameter of ``Store``. Swift's type parameters have no defaults, so every
/// store would have to name its effects.
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
/// Effects are delivered in the order in which they and the changes were made, on the store's ``Store/delivery``.
/// Subscribers that asked only for states receive no effects.
// SAFETY: `outlet` is a constant, and Sendable.
open class EffectStore<State: StateContainer, Effect: SideEffect>: Store<State>,
  @unchecked Sendable
{
  private let outlet = Multicast<Effect>()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: The queue that notifies subscribers; `nil` follows ``Settings/delivery``.
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

  /// Notifies the subscribers of an effect.
  ///
  /// - Precondition: The calling thread is in no change of this store: not inside `update`.
  public final func emit(_ effect: Effect) {
    core.push(.effect, effect: effect)
  }

  /// Called with each state that follows the first; does nothing unless it is overridden.
  ///
  /// The call comes on the store's delivery, after the stores that follow this one and before all other subscribers.
  open func on(state: State) {}

  /// The effects from now on, for a loop.
  ///
  /// Each call makes a sequence of its own, which buffers effects until they are asked for.
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
