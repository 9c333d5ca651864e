/// An update of any store, on its way to the subscribers.
///
/// A class, and not the one that knows the type of the state: what queues and waves do with updates is
/// then the same code for all states, and asks for no type while the program runs.
// SAFETY: holds a constant, which is Sendable; so do those of the only class below.
@usableFromInline
class AnyStoreUpdate: @unchecked Sendable {
  /// Whom it is told: those who were there when it was made.
  @usableFromInline let subscribers: SubscriberList

  @inlinable
  init(subscribers: SubscriberList) {
    self.subscribers = subscribers
  }
}

// SAFETY: all that it holds is constant, and Sendable.
/// One thing to tell the subscribers of a store.
@usableFromInline
final class StoreUpdate<State: StateContainer>: AnyStoreUpdate, @unchecked Sendable {
  @usableFromInline let state: State
  /// The version of the state.
  @usableFromInline let version: UInt64
  /// Something that happens once, beside the state.
  @usableFromInline let effect: (any SideEffect)?
  /// Why it is told.
  @usableFromInline let reason: StoreUpdateReason

  @inlinable
  init(
    state: State,
    version: UInt64,
    effect: (any SideEffect)? = nil,
    reason: StoreUpdateReason = .change,
    subscribers: SubscriberList
  ) {
    self.state = state
    self.version = version
    self.effect = effect
    self.reason = reason
    super.init(subscribers: subscribers)
  }
}

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
  /// The deliverer is to go on where the beginning of a subscription has stopped; not told.
  case beginning
  /// A view that has missed states can show them now.
  case readiness
}
