public import StrataConcurrency

/// The values of a property, one for each change, as an asynchronous sequence.
///
/// The subscription begins when the sequence is made, not when its loop starts; changes between the two are
/// buffered. It ends when the model is removed, when the consuming task is cancelled, or when the sequence and
/// its iterators are released.
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

  /// The same subscription with another policy for values that arrive before they are requested.
  ///
  /// - Parameter policy: The values to retain; it also applies to those that already wait.
  /// - Returns: The values.
  public func keeping(_ policy: BufferingPolicy) -> ModelChanges<Value> {
    ModelChanges(base.keeping(policy))
  }

  /// Makes an iterator over the values that were not received yet.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator())
  }
}

@available(*, unavailable)
extension ModelChanges.Iterator: Sendable {}
