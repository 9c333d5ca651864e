import StrataConcurrency

// SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
// the initial model is made.
/// Two fetched values as one fetched pair.
final class CombinedFetchSource<First, Second>: SourceBase<Fetchable<(First, Second)>>,
  @unchecked Sendable
{
  private let first: Upstream<Fetchable<First>>
  private let second: Upstream<Fetchable<Second>>
  private let order = SourceOrder()
  private let refreshMethod = ActionMethod<Void>(named: "refresh") { owner, _ in
    (owner as? CombinedFetchSource)?.run { $0.refresh() }
  }
  private let retryMethod = ActionMethod<Void>(named: "retry") { owner, _ in
    (owner as? CombinedFetchSource)?.run { $0.retry() }
  }

  private var state: (Fetchable<First>, Fetchable<Second>) = (
    .fetching(.init()), .fetching(.init())
  )
  /// Whether each of the two has to be new before a pair is shown: during a refresh.
  private var isAwaited = (false, false)

  init(_ first: Source<Fetchable<First>>, _ second: Source<Fetchable<Second>>) {
    self.first = Upstream(first)
    self.second = Upstream(second)
    super.init()
  }

  override var inputs: [any ChainedSource] { [first.source.base, second.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<(First, Second)> {
    state.0 = first.begin(self, on: order) { owner, input in
      if input.fetching == nil { owner.isAwaited.0 = false }
      owner.state.0 = input
      owner.update()
    }
    state.1 = second.begin(self, on: order) { owner, input in
      if input.fetching == nil { owner.isAwaited.1 = false }
      owner.state.1 = input
      owner.update()
    }
    return combined()
  }

  override func didMakeInitialModel() {
    first.start()
    second.start()
  }

  private func run(_ job: @escaping (CombinedFetchSource) -> Void) {
    order.run { job(self) }
  }

  private func update() {
    let isFailure = state.0.failure != nil || state.1.failure != nil
    if isAwaited.0 || isAwaited.1, !isFailure { return }
    model = combined()
  }

  private func combined() -> Fetchable<(First, Second)> {
    if let failure = state.0.failure {
      return failed(failure.error, failure.failedAttempts)
    }
    if let failure = state.1.failure {
      return failed(failure.error, failure.failedAttempts)
    }
    if let first = state.0.fetched, let second = state.1.fetched {
      return .fetched(.init(value: (first.value, second.value), refresh: offer(refreshMethod)))
    }
    return .fetching(.init(progress: progress()))
  }

  private func failed(_ error: any Error, _ attempts: Int) -> Fetchable<(First, Second)> {
    isAwaited = (false, false)
    let canRetry = state.0.failure?.retry != nil || state.1.failure?.retry != nil
    return .failure(
      .init(
        error: error,
        failedAttempts: attempts,
        retry: canRetry ? offer(retryMethod) : nil
      )
    )
  }

  /// The progress of both; one that is fetched already is done.
  private func progress() -> Source<FetchProgress>? {
    switch (state.0.fetching?.progress, state.1.fetching?.progress) {
    case (let first?, let second?):
      first.combined(with: second).map { FetchProgress.average($0, $1) }
    case (let one?, nil), (nil, let one?):
      one.map { [isHalfDone = state.0.fetched != nil || state.1.fetched != nil] in
        let other = FetchProgress(totalUnitCount: 1, completedUnitCount: isHalfDone ? 1 : 0)
        return FetchProgress.average($0, other)
      }
    case (nil, nil): nil
    }
  }

  private func refresh() {
    isAwaited = (state.0.fetched?.refresh != nil, state.1.fetched?.refresh != nil)
    // Both are taken first, because one may change the state that the other is read from.
    let (first, second) = (state.0.fetched?.refresh, state.1.fetched?.refresh)
    // A source that cannot be refreshed now is not waited for.
    first?(ifUnavailable: { _ in
      self.isAwaited.0 = false
      return true
    })
    second?(ifUnavailable: { _ in
      self.isAwaited.1 = false
      return true
    })
  }

  private func retry() {
    let (first, second) = (state.0.failure?.retry, state.1.failure?.retry)
    first?()
    second?()
  }
}

extension Source {
  /// Makes a source of the values of this one and another, as one pair.
  ///
  /// It is fetching until both are fetched, and failed when one has failed; if both have, this one's error is shown. A
  /// refresh fetches both, and shows the new pair when both are new; a retry fetches the failed one.
  public func combinedFetch<Value, Other>(
    with other: Source<Fetchable<Other>>
  ) -> Source<Fetchable<(Value, Other)>> where Model == Fetchable<Value> {
    CombinedFetchSource(self, other).eraseToSource()
  }
}
