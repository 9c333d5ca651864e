public import StrataConcurrency

/// The models of a source as an asynchronous sequence: the current one first, then each that
/// follows, without end.
///
/// Each loop begins with the model that is current when the loop begins. It loses none, unless it falls back further
/// than its policy allows; see ``keeping(_:)``. The sequence retains the source.
public struct SourceValues<Model: Sendable>: AsyncSequence, Sendable {
  private let source: Source<Model>
  private let policy: BufferingPolicy

  init(_ source: Source<Model>, keeping policy: BufferingPolicy = .standard) {
    self.source = source
    self.policy = policy
  }

  /// The same models, where a loop that is slower than the source loses some by another policy.
  ///
  /// - Parameter policy: The rule for models that arrive before a loop asks for them.
  /// - Returns: The models.
  public func keeping(_ policy: BufferingPolicy) -> SourceValues<Model> {
    SourceValues(source, keeping: policy)
  }

  /// Takes one model after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let feed: SourceFeed<Model>
    private var models: MulticastSequence<Model>.Iterator

    fileprivate init(_ source: Source<Model>, keeping policy: BufferingPolicy) {
      feed = SourceFeed(source)
      models = feed.multicast.subscribe(policy).makeAsyncIterator()
      feed.begin()
    }

    /// Waits for the next model.
    ///
    /// - Returns: The model; `nil` when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Model? {
      await models.next(isolation: actor)
    }

    /// Waits for the next model.
    ///
    /// - Returns: The model; `nil` when the task is cancelled.
    public mutating func next() async -> Model? {
      await next(isolation: #isolation)
    }
  }

  /// Begins with the current model.
  public func makeAsyncIterator() -> Iterator { Iterator(source, keeping: policy) }
}

@available(*, unavailable)
extension SourceValues.Iterator: Sendable {}

/// Passes the models of a source to a loop.
final class SourceFeed<Model: Sendable>: Sendable {
  private let source: Source<Model>
  let multicast = Multicast<Model>()

  init(_ source: Source<Model>) { self.source = source }

  func begin() { source.subscribe(self, method: SourceFeed.send) }

  private func send(_ model: Model) { multicast.send(model) }
}

extension Source where Model: Sendable {
  /// The models to loop over: the current one first, then each that follows.
  ///
  /// ```swift
  /// for await user in source.values { print(user.name) }
  /// ```
  public var values: SourceValues<Model> { SourceValues(self) }

  /// The models as a publisher that never fails: ``values``, by the name that programs with Combine
  /// use.
  public func eraseToAnyPublisher() -> SourceValues<Model> { values }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Makes a source that has the sequence's latest element.
  ///
  /// The loop over the sequence begins when the model is first needed. It lasts until the sequence ends or fails, or
  /// the source goes; the last element stays.
  ///
  /// - Parameter initialValue: The model until the first element comes.
  /// - Returns: The source.
  public func eraseToSource(initialValue: Element) -> Source<Element> {
    AsyncSequenceSource(self, initialValue).eraseToSource()
  }
}

// SAFETY: adds constants.
/// A source that has the latest element of an asynchronous sequence.
final class AsyncSequenceSource<Elements: AsyncSequence & Sendable>: SourceBase<Elements.Element>,
  @unchecked Sendable
where Elements.Element: Sendable {
  private let elements: Elements
  private let first: Elements.Element
  private let scope = CancellationScope()

  init(_ elements: Elements, _ first: Elements.Element) {
    self.elements = elements
    self.first = first
    super.init()
  }

  deinit { scope.close() }

  override func makeInitialModel() -> Elements.Element { first }

  override func didMakeInitialModel() {
    let elements = elements
    scope.task { [weak self] in
      do {
        for try await element in elements {
          guard let self else { return }
          self.model = element
        }
      } catch {
        // The document's contract is that a source never fails. A failed sequence leaves the last element.
      }
    }
  }
}
