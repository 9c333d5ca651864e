import StrataConcurrency

// SAFETY: `parts` is touched only in the order's jobs and before the first of them.
/// The models of two sources as one pair.
final class CombinedSource<First, Second>: SourceBase<(First, Second)>, @unchecked Sendable {
  private let first: Upstream<First>
  private let second: Upstream<Second>
  private let order = SourceOrder()

  init(_ first: Source<First>, _ second: Source<Second>) {
    self.first = Upstream(first)
    self.second = Upstream(second)
    super.init()
  }

  override var inputs: [any ChainedSource] { [first.source.base, second.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> (First, Second) {
    (
      first.begin(self, on: order) { $0.model.0 = $1 },
      second.begin(self, on: order) { $0.model.1 = $1 }
    )
  }

  override func didMakeInitialModel() {
    first.start()
    second.start()
  }
}

extension Source {
  /// Makes a source with the models of this source and another, which publishes each update of
  /// either.
  ///
  /// Two sources that are derived from one and the same source are two inputs. Each update of that source is published
  /// twice: first with one new half, then with both. The number of updates doubles with each further pair on the way.
  /// If that matters, derive the pair in one step, with `map`. A source combined with itself is one input.
  public func combined<Other>(with other: Source<Other>) -> Source<(Model, Other)> {
    // One object has one type of model, so that the cast succeeds for the same source alone.
    if let same = other as? Source<Model>, same.base === base,
      let double = { ($0, $0) } as (Model) -> (Model, Model) as? (Model) -> (Model, Other)
    {
      return mapping(double)
    }
    return CombinedSource(self, other).eraseToSource()
  }
}
