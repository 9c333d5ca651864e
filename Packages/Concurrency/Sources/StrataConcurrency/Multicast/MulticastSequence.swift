/// The elements that one subscriber of a ``Multicast`` receives.
///
/// It is one subscription, however often it is copied: of several loops over it each gets some
/// of the elements. When a loop's task is cancelled, the subscription ends, and with it the sequence.
public struct MulticastSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Takes the elements in order.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let subscription: MulticastSubscription

    @inlinable
    init(subscription: MulticastSubscription) {
      self.subscription = subscription
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` once the multicast has finished and all was received, or when
    ///   the calling task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      await subscription.next(isolation: actor).map(Multicast<Element>.Box.element(in:))
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` at the end.
    @inlinable
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }
  }

  @usableFromInline let subscription: MulticastSubscription

  @inlinable
  init(subscription: MulticastSubscription) {
    self.subscription = subscription
  }

  /// The same subscription, with another policy for elements that arrive before they are asked for.
  ///
  /// The policy also applies to the elements that wait already.
  ///
  /// - Parameter policy: The rule for waiting elements.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the elements that wait.
  @inlinable
  public func keeping(_ policy: BufferingPolicy) -> MulticastSequence<Element> {
    subscription.setPolicy(policy)
    return self
  }

  /// Makes an iterator over the elements that were not received yet.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription)
  }
}

@available(*, unavailable)
extension MulticastSequence.Iterator: Sendable {}
