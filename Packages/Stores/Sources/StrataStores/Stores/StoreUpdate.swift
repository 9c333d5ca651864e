/// One thing to tell the subscribers of a store.
@usableFromInline
struct StoreUpdate<State: StateContainer> {
  @usableFromInline let state: State
  /// The version of the state.
  @usableFromInline let version: UInt64
  /// Something that happens once, beside the state.
  @usableFromInline let effect: (any SideEffect)?
  /// Why it is told.
  @usableFromInline let reason: StoreUpdateReason
  /// Whom it is told: those who were there when it was made.
  @usableFromInline let subscribers: SubscriberList<State>

  @usableFromInline
  init(
    state: State,
    version: UInt64,
    effect: (any SideEffect)? = nil,
    reason: StoreUpdateReason = .change,
    subscribers: SubscriberList<State>
  ) {
    self.state = state
    self.version = version
    self.effect = effect
    self.reason = reason
    self.subscribers = subscribers
  }
}

extension StoreUpdate: Sendable {}

/// Why subscribers are told something.
@usableFromInline
enum StoreUpdateReason: UInt8, Sendable {
  /// The state has changed.
  case change
  /// It is told although it may be known: at the beginning of a subscription, or because the program
  /// asks for it.
  case push
  /// Something happened beside the state.
  case effect
  /// A view that has missed states can show them now.
  case readiness
}
