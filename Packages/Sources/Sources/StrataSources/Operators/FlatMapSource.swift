import StrataConcurrency

// SAFETY: `inner` is touched only in the order's jobs and before the first of them.
/// The model of the source that is made from another's latest model.
final class FlatMapSource<Input, Output>: SourceBase<Output>, @unchecked Sendable {
  private let upstream: Upstream<Input>
  private let transform: (Input) -> Source<Output>
  private let order = SourceOrder()
  private var inner: Upstream<Output>?

  init(_ input: Source<Input>, _ transform: @escaping (Input) -> Source<Output>) {
    upstream = Upstream(input)
    self.transform = transform
    super.init()
  }

  override var inputs: [any ChainedSource] { [upstream.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Output {
    follow(transform(upstream.begin(self, on: order) { $0.change(to: $1) }))
  }

  override func didMakeInitialModel() {
    inner?.start()
    upstream.start()
  }

  private func change(to input: Input) {
    let former = inner
    inner = nil
    former?.stop()
    model = follow(transform(input))
    inner?.start()
  }

  private func follow(_ source: Source<Output>) -> Output {
    let following = Upstream(source)
    inner = following
    return following.begin(self, on: order) { [weak following] owner, output in
      // Models that the former source has published may still wait in the order.
      if owner.inner === following { owner.model = output }
    }
  }
}

extension Source {
  /// Makes a source that follows only the source that is made from this one's latest model.
  public func flatMap<NewModel>(
    _ transform: @escaping @Sendable (Model) -> Source<NewModel>
  ) -> Source<NewModel> {
    FlatMapSource(self, transform).eraseToSource()
  }
}
