/// An update of any store, on its way to the subscribers.
///
/// This class does not know the type of the state; its subclass does. So queues and batches handle updates with the
/// same code for all states, and ask for no type while the program runs.
// SAFETY: has one constant, which is Sendable; so do those of the only class below.
@usableFromInline
class AnyStoreUpdate: @unchecked Sendable {
  /// The receivers: the subscribers that existed when it was made.
  @usableFromInline let subscribers: SubscriberList

  @inlinable
  init(subscribers: SubscriberList) {
    self.subscribers = subscribers
  }
}

// SAFETY: all its properties are constant, and Sendable.
/// One notification for the subscribers of a store.
@usableFromInline
final class StoreUpdate<State: StateContainer>: AnyStoreUpdate, @unchecked Sendable {
  @usableFromInline let state: State
  /// The version of the state.
  @usableFromInline let version: UInt64
  /// Something that happens once, beside the state.
  @usableFromInline let effect: (any SideEffect)?
  /// The reason for the notification.
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

/// The reasons for a notification of subscribers.
@usableFromInline
enum StoreUpdateReason: UInt8, Sendable {
  /// The state has changed.
  case change
  /// The state is delivered although it may be known: at the beginning of a subscription, or because the program asks
  /// for it.
  case push
  /// An effect happened beside the state.
  case effect
  /// The delivery owner is to go on where the beginning of a subscription has stopped; not delivered.
  case beginning
  /// A view that has missed states can show them now.
  case readiness
}
