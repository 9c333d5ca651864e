public import StrataConcurrency

/// The events that reach a position, as an asynchronous sequence.
///
/// The subscription begins when the stream is made, not when its loop starts: events between the two are buffered. It
/// ends when the position goes away, when the consuming task is cancelled, or when the stream and its iterators are
/// released.
///
/// It is one subscription, however often it is copied: of several loops over it, each gets some of
/// the events.
public struct EventStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Takes the events in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: MulticastSequence<Element>.Iterator

    init(_ base: MulticastSequence<Element>.Iterator) {
      self.base = base
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event; `nil` at the end, or when the calling task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      await base.next(isolation: actor)
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event; `nil` at the end.
    public mutating func next() async -> Element? {
      await base.next(isolation: #isolation)
    }
  }

  private let base: MulticastSequence<Element>

  init(_ base: MulticastSequence<Element>) {
    self.base = base
  }

  /// The same subscription, with another policy for events that arrive before they are asked for.
  ///
  /// - Parameter policy: The rule for waiting events; it also applies to those that wait already.
  /// - Returns: The events.
  public func keeping(_ policy: BufferingPolicy) -> EventStream<Element> {
    EventStream(base.keeping(policy))
  }

  /// Makes an iterator over the events that were not received yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator())
  }
}

@available(*, unavailable)
extension EventStream.Iterator: Sendable {}
