import StrataConcurrency

/// The events that reach a position, as an asynchronous sequence.
///
/// The subscription begins when the stream is made, not when its loop starts: what is sent between
/// the two is kept. It ends when the position goes away, and it is given up when the consuming task
/// is cancelled or the stream and its iterators are released.
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

  /// Makes an iterator over what was not received yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator())
  }
}

@available(*, unavailable)
extension EventStream.Iterator: Sendable {}
