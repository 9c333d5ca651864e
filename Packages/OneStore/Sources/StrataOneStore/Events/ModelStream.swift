public import StrataConcurrency
public import StrataRendering

/// Values or events of a model, as an asynchronous sequence.
///
/// The subscription begins when the stream is made: what happens before its loop starts is kept. It ends with
/// the model's state, and when the stream is released. Each element comes with the transaction in which it was
/// written or sent, which the model's `forEach` applies to its body.
///
/// It is one subscription, however often it is copied.
public struct ModelStream<Element: Sendable>: AsyncSequence, Sendable {
  @usableFromInline let timed: MulticastSequence<TimedElement<Element>>

  @inlinable
  init(timed: MulticastSequence<TimedElement<Element>>) { self.timed = timed }

  /// Takes the elements in order.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var base: MulticastSequence<TimedElement<Element>>.Iterator

    @inlinable
    init(_ base: MulticastSequence<TimedElement<Element>>.Iterator) {
      self.base = base
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` at the end, or when the calling task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      await base.next(isolation: actor)?.element
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element; `nil` at the end.
    @inlinable
    public mutating func next() async -> Element? {
      await base.next(isolation: #isolation)?.element
    }
  }

  /// The same subscription, with another policy for elements that arrive before they are asked for.
  ///
  /// By default the last 131,072 wait, and the first loss is reported.
  ///
  /// - Parameter policy: The rule for waiting elements, also for those that wait already.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the elements that wait.
  @inlinable
  public func keeping(_ policy: BufferingPolicy) -> ModelStream {
    ModelStream(timed: timed.keeping(policy))
  }

  /// Makes an iterator over what was not received yet.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(timed.makeAsyncIterator()) }
}

@available(*, unavailable)
extension ModelStream.Iterator: Sendable {}

/// An element, and in what transaction it came to be.
@usableFromInline
struct TimedElement<Element: Sendable>: Sendable {
  @usableFromInline let element: Element
  @usableFromInline let transaction: RecordedTransaction

  @inlinable
  init(_ element: Element) {
    self.element = element
    transaction = .current
  }
}
