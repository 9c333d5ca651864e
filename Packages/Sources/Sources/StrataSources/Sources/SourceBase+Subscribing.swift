public import StrataConcurrency
public import StrataCore

// It is inlinable, so that code which knows the type of the model notifies the subscriber. A notification by code that
// does not know the type took five times as long.

extension SourceBase {
  /// Begins a subscription, whose models wait until it is started.
  ///
  /// - Returns: The subscription, and the model before the first that it receives.
  @inlinable
  final func link<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ notify: @escaping (Subscriber, Model) -> Void
  ) -> (subscription: SourceSubscription<Model>, first: Model) {
    prepareModel()
    let reference = SubscriberReference(subscriber)
    let subscription = SourceSubscription<Model>(
      ObjectIdentifier(subscriber),
      isAlive: { reference.object != nil },
      notify: { reference.notify($0, notify) }
    )
    let slot = slot
    // SAFETY: called as the subscription's own closures are, one call at a time; see there.
    nonisolated(unsafe) let notify = notify
    // Made here, where the types may be known to the compiler; one closure from the engine's observer to
    // the subscriber's.
    let first = join(subscription) { change in
      unsafe change.withUncheckedNewValue(as: slot) { stored in
        unsafe subscription.receive(stored) { unsafe reference.notify($0, notify) }
      }
    }
    return (subscription, first)
  }

  /// Lets a subscription receive the models that are published from now on.
  ///
  /// - Returns: The model before the first that is received.
  @inlinable
  final func join(_ subscription: SourceSubscription<Model>) -> Model {
    let slot = slot
    return join(subscription) { change in
      unsafe change.withUncheckedNewValue(as: slot) {
        unsafe subscription.receive($0, subscription.notify)
      }
    }
  }

  @usableFromInline
  final func join(
    _ subscription: SourceSubscription<Model>,
    _ receive: @escaping @Sendable (borrowing Change) -> Void
  ) -> Model {
    let observation = context.observe(slot, at: .thisLine(), receive)
    let stored = snapshot()
    subscription.begin(after: stored.version, observation)
    subscriptions.add(subscription)
    return stored.model()
  }

  /// Lets a subscription receive the models that have come meanwhile, and those that follow.
  final func start(_ subscription: SourceSubscription<Model>) {
    if subscription.start(limit: Backlog.share) { leaveStart(of: subscription) }
  }

  /// Leaves the beginning of a subscription to the thread that delivers.
  @usableFromInline
  final func leaveStart(of subscription: SourceSubscription<Model>) {
    // SAFETY: a subscription's closures are called by one thread at a time; see there.
    let box = UncheckedTransfer(subscription)
    context.callInTurn { _ = box.value.start(limit: .max) }
  }

  /// Subscribes, delivers the first model if that is wanted, and then each that follows.
  @inlinable
  final func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    sendInitialModel: Bool,
    _ notify: @escaping (Subscriber, Model) -> Void
  ) {
    let (subscription, first) = link(subscriber, notify)
    var isLeft = false
    context.deliverFirstValue {
      if sendInitialModel { subscription.deliverFirst(first) }
      isLeft = subscription.start(limit: Backlog.share)
    }
    if isLeft { leaveStart(of: subscription) }
  }
}
