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
  @usableFromInline let channel: MulticastChannel

  /// Makes a multicast whose subscribers see only elements that are sent after they subscribed.
  @inlinable
  public init() {
    channel = MulticastChannel(of: Element.self)
  }

  /// Makes a multicast whose subscribers get the last element first.
  ///
  /// - Parameter current: The element that they get until the first one is sent.
  @inlinable
  public init(replaying current: Element) {
    channel = MulticastChannel(of: Element.self, replaying: Box(current))
  }

  @inlinable deinit {
    channel.finish()
  }

  /// The last element, in a multicast that replays it; else `nil`.
  @inlinable public var current: Element? { channel.current.map(Box.element(in:)) }

  /// How many subscribers there are, those included that have received everything after ``finish()``, until they are
  /// released.
  @inlinable public var subscriberCount: Int { channel.subscriberCount }

  /// Sends an element to the present subscribers; after ``finish()`` does nothing.
  ///
  /// - Complexity: O(*n*) in the subscribers. An element that is taken is allocated once, for all of them.
  @inlinable
  public func send(_ element: Element) {
    channel.send { Box(element) }
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
    MulticastSequence(subscription: channel.subscribe(policy, onTermination: onTermination))
  }
}

/// An element behind a reference, in which all kinds of elements have one type.
@usableFromInline
typealias MulticastElement = any AnyObject & Sendable

extension Multicast {
  /// The element behind a ``MulticastElement`` of this multicast.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let element: Element

    @inlinable
    init(_ element: Element) {
      self.element = element
    }

    /// The element in a box.
    @inlinable
    static func element(in box: MulticastElement) -> Element {
      // SAFETY: only `send` and `init(replaying:)` make the elements of a channel, and they make boxes of this type.
      unsafe unsafeDowncast(box, to: Box.self).element
    }
  }
}
