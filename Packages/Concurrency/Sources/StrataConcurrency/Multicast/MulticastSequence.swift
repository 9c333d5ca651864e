/// The elements that one subscriber of a ``Multicast`` receives.
///
/// It is one subscription, however often it is copied: of several loops over it each gets some
/// of the elements. When a loop's task is cancelled, the subscription ends, and with it the sequence.
public struct MulticastSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Takes the elements in order.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let subscription: MulticastSubscription<Element>

    @inlinable
    init(subscription: MulticastSubscription<Element>) {
      self.subscription = subscription
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` once the multicast has finished and all was received, or when
    ///   the calling task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      await subscription.next(isolation: actor)
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` at the end.
    @inlinable
    public mutating func next() async -> Element? {
      await subscription.next(isolation: #isolation)
    }
  }

  @usableFromInline let subscription: MulticastSubscription<Element>

  @inlinable
  init(subscription: MulticastSubscription<Element>) {
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

/// One subscriber; its release ends the subscription.
@usableFromInline
final class MulticastSubscription<Element: Sendable>: Sendable {
  @usableFromInline let channel: MulticastChannel<Element>
  @usableFromInline let serial: UInt64

  @inlinable
  init(channel: MulticastChannel<Element>, serial: UInt64) {
    self.channel = channel
    self.serial = serial
  }

  @inlinable
  deinit {
    terminate()
  }

  @inlinable
  func next(isolation: isolated (any Actor)?) async -> Element? {
    guard !Task.isCancelled else {
      terminate()
      return nil
    }
    switch channel.state.withLock({ $0.take(serial) }) {
    case .element(let element): return element
    case .end: return nil
    case .wait: return await wait(isolation: isolation)
    }
  }

  @inlinable
  func wait(isolation: isolated (any Actor)?) async -> Element? {
    await withTaskCancellationHandler {
      await SuspendedCall<Element?>.suspend { call in
        // A cancellation that came first has ended the subscription, so the answer is the end.
        switch channel.state.withLock({ $0.take(serial, for: call) }) {
        case .element(let element): call.resume(returning: element)
        case .end: call.resume(returning: nil)
        case .wait: break
        }
      }
    } onCancel: {
      terminate()
    }
  }

  @inlinable
  func setPolicy(_ policy: BufferingPolicy) {
    channel.state.withLock { $0.setPolicy(policy, of: serial) }.perform()
  }

  @inlinable
  func terminate() {
    channel.state.withLock { $0.terminate(serial) }.perform()
  }
}
