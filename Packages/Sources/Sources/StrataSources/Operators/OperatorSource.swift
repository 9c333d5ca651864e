// SAFETY: adds constants; the functions are called as the source's publishing is ordered.
/// A source that derives its model from another's, model by model.
final class OperatorSource<Input, Output>: SourceBase<Output>, @unchecked Sendable {
  private let upstream: Upstream<Input>
  private let first: (Input) -> Output
  private let next: (Input, Output) -> Output?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - input: The source it follows.
  ///   - first: Makes the initial model.
  ///   - next: Makes the next model from the input's and the current one; `nil` to publish none.
  init(
    _ input: Source<Input>,
    first: @escaping (Input) -> Output,
    next: @escaping (Input, Output) -> Output?
  ) {
    upstream = Upstream(input)
    self.first = first
    self.next = next
    super.init()
  }

  override var inputs: [any ChainedSource] { [upstream.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Output {
    first(upstream.begin(self) { $0.receive($1) })
  }

  override func didMakeInitialModel() { upstream.start() }

  private func receive(_ input: Input) {
    if let output = next(input, snapshot().model()) { model = output }
  }
}
