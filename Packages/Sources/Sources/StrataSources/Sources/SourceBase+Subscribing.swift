import StrataConcurrency
import StrataCore

extension SourceBase {
  /// Begins a subscription, whose models wait until it is started.
  ///
  /// - Returns: The subscription, and the model before the first that it receives.
  final func link<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ tell: @escaping (Subscriber, Model) -> Void
  ) -> (subscription: SourceSubscription<Model>, first: Model) {
    prepareModel()
    let subscription = SourceSubscription(subscriber, tell)
    let slot = slot
    let observation = context.observe(slot, at: .thisLine()) { change in
      subscription.receive(change.newValue(as: slot))
    }
    let cell = snapshot()
    subscription.begin(after: cell.version, observation)
    subscriptions.add(subscription)
    return (subscription, cell.model)
  }

  /// Subscribes, tells the first model if that is wanted, and then each that follows.
  final func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    sendInitialModel: Bool,
    _ tell: @escaping (Subscriber, Model) -> Void
  ) {
    let (subscription, first) = link(subscriber, tell)
    if sendInitialModel { subscription.tellFirst(first) }
    subscription.start()
  }
}
