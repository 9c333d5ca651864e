public import StrataConcurrency

extension Source where Model: Sendable {
  /// The latest model to loop over: the current one first, then the newest at each turn; ends with the
  /// source.
  ///
  /// A model that is published from now on is there when the loop asks, even if the loop begins later. A loop that is
  /// slower than the source skips models that are no longer the latest; ``values`` skips none. The sequence does not
  /// retain the source. When the last owner of the source has gone, the loop ends, after the last model.
  ///
  /// ```swift
  /// for await status in source.latestValues { await screen.draw(status) }
  /// ```
  ///
  /// Each use is a subscription of its own, which ends when its loop does.
  public var latestValues: MulticastSequence<Model> {
    let multicast = Multicast<Model>()
    let id = ObjectIdentifier(multicast)
    base.prepareModel()
    let elements = multicast.subscribe(.bufferingNewest(1)) { [weak table = base.subscriptions] in
      table?.end(of: id)
    }
    // Only the subscription retains the multicast, and the source retains the subscription.
    let subscription = SourceSubscription<Model>(
      id,
      isAlive: { true },
      notify: { model in
        multicast.send(model)
        return true
      }
    )
    subscription.deliverFirst(base.join(subscription))
    base.start(subscription)
    return elements
  }
}
