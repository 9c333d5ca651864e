import StrataConcurrency

/// The values of a property, one for each change, as an asynchronous sequence.
///
/// The subscription begins when the sequence is made, not when its loop starts: what changes between
/// the two is kept. It ends when the model is removed, and it is given up when the consuming task is
/// cancelled or the sequence and its iterators are released.
///
/// It is one subscription, however often it is copied: of several loops over it, each gets some of
/// the values.
public struct ModelChanges<Value: Sendable>: AsyncSequence, Sendable {
  /// Takes the values in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: MulticastSequence<Value>.Iterator

    init(_ base: MulticastSequence<Value>.Iterator) {
      self.base = base
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` at the end, or when the calling task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
      await base.next(isolation: actor)
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` at the end.
    public mutating func next() async -> Value? {
      await base.next(isolation: #isolation)
    }
  }

  private let base: MulticastSequence<Value>

  init(_ base: MulticastSequence<Value>) {
    self.base = base
  }

  /// Makes an iterator over what was not received yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator())
  }
}

@available(*, unavailable)
extension ModelChanges.Iterator: Sendable {}
