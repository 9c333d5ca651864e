/// Sends elements to any number of asynchronous sequences.
///
/// A subscriber sees each element that is sent after ``subscribe(_:onTermination:)`` was called,
/// whether or not its loop has begun by then:
///
/// ```swift
/// let names = Multicast<String>()
/// let first = names.subscribe()
/// names.send("Blob")
/// names.finish()
/// for await name in first { print(name) }  // Blob
/// ```
///
/// All subscribers see the same order. Releasing the multicast finishes it.
///
/// All members may be called from any thread. The lock has rank ``LockRank/delivery``; no
/// subscriber is resumed while it is held.
public final class Multicast<Element: Sendable>: Sendable {
  @usableFromInline let channel: MulticastChannel<Element>

  /// Makes a multicast whose subscribers see only elements that are sent after they subscribed.
  @inlinable
  public init() {
    channel = MulticastChannel(MulticastState())
  }

  /// Makes a multicast whose subscribers get the last element first.
  ///
  /// - Parameter current: The element that they get until the first one is sent.
  @inlinable
  public init(replaying current: Element) {
    channel = MulticastChannel(MulticastState(replaying: current))
  }

  @inlinable deinit {
    channel.finish()
  }

  /// The last element, in a multicast that replays it; else `nil`.
  @inlinable public var current: Element? { channel.state.withLock { $0.current } }

  /// How many subscribers there are, those included that have received everything after ``finish()``, until they are
  /// released.
  @inlinable public var subscriberCount: Int { channel.state.withLock { $0.count } }

  /// Sends an element to the present subscribers; after ``finish()`` does nothing.
  ///
  /// - Complexity: O(*n*) in the subscribers.
  @inlinable
  public func send(_ element: Element) {
    channel.state.withLock { $0.send(element) }.perform()
  }

  /// Ends the subscribers' sequences, each after the elements that it has not received yet.
  @inlinable
  public func finish() {
    channel.finish()
  }

  /// Subscribes, now.
  ///
  /// - Parameters:
  ///   - policy: The rule for elements that arrive before they are asked for.
  ///   - onTermination: Is called once: when the consuming task is cancelled, when the sequence and
  ///     its iterators are released, or when the multicast finishes; outside all locks.
  /// - Returns: The elements.
  @inlinable
  public func subscribe(
    _ policy: BufferingPolicy = .standard,
    onTermination: (@Sendable () -> Void)? = nil
  ) -> MulticastSequence<Element> {
    let (serial, actions) = channel.state.withLock {
      $0.subscribe(policy, onTermination: onTermination)
    }
    actions.perform()
    return MulticastSequence(subscription: MulticastSubscription(channel: channel, serial: serial))
  }
}

/// The state that a multicast and its subscriptions share.
///
/// It is separate from ``Multicast``, so a loop that waits for elements does not retain their source.
@usableFromInline
final class MulticastChannel<Element: Sendable>: Sendable {
  @usableFromInline let state: Locked<MulticastState<Element>>

  @inlinable
  init(_ state: sending MulticastState<Element>) {
    self.state = Locked(state, rank: .delivery)
  }

  @inlinable
  func finish() {
    state.withLock { $0.finish() }.perform()
  }
}
