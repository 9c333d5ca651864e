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
  public func combined<Other>(with other: Source<Other>) -> Source<(Model, Other)> {
    CombinedSource(self, other).eraseToSource()
  }
}
