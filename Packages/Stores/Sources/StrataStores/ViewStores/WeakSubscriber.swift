import StrataConcurrency

/// Lets a subscriber's own handler name the subscriber.
final class WeakSubscriber<State: StateContainer>: Sendable {
  private struct Reference: Sendable {
    weak var subscriber: Subscriber<State>?
  }

  private let reference = Locked(Reference(), rank: .leaf)

  /// The subscriber, while it exists.
  var value: Subscriber<State>? {
    get { reference.withLock { $0.subscriber } }
    set { reference.withLock { $0.subscriber = newValue } }
  }
}
