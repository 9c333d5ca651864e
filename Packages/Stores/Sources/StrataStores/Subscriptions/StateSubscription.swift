public import StrataConcurrency
import StrataCore

/// A subscription to a store, which lasts as long as this is retained.
///
/// Releasing it, or ``stop()``, ends the subscription. The store does not retain it.
public final class StateSubscription<State: StateContainer>: Cancellable {
  private let core: StoreCore<State>
  private let subscriber: Subscriber<State>
  private let edge: SubscriptionGraph.Edge?

  init(core: StoreCore<State>, subscriber: Subscriber<State>, edge: SubscriptionGraph.Edge? = nil) {
    self.core = core
    self.subscriber = subscriber
    self.edge = edge
  }

  deinit { stop() }

  /// Ends the subscription: no call starts after this returns, except by a delivery that another
  /// thread has begun.
  public func stop() {
    core.remove(subscriber)
    if let edge { SubscriptionGraph.remove(edge) }
  }

  /// Ends the subscription, as ``stop()`` does.
  public func cancel() { stop() }
}
