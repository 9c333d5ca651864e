import Foundation
import StrataConcurrency

// SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
// the initial model is made.
/// Tries a failed fetch again, and shows its failure only when it is time to.
final class RetryingSource<Value>: SourceBase<Fetchable<Value>>, @unchecked Sendable {
  private let upstream: Upstream<Fetchable<Value>>
  private let strategy: RetryStrategy
  private let forwarding: RetryErrorForwarding
  private let order: SourceOrder
  private let retryTimer: SourceTimer
  private let forwardTimer: SourceTimer
  private let retryMethod = ActionMethod<Void>(named: "retry") { owner, _ in
    (owner as? RetryingSource)?.order.run { (owner as? RetryingSource)?.retryByHand() }
  }
  // The action is its own, because the input's is gone while a failed refresh is not shown.
  private let refreshMethod = ActionMethod<Void>(named: "refresh") { owner, _ in
    (owner as? RetryingSource)?.order.run { (owner as? RetryingSource)?.refreshByHand() }
  }

  /// How many attempts have failed since the last that did not.
  private var failedAttempts = 0
  /// How often it was tried again since then.
  private var retries = 0
  /// Whether failures are shown from now on.
  private var isForwarding = false
  private var lastFailure: Fetchable<Value>.Failure?

  init(
    _ input: Source<Fetchable<Value>>,
    _ strategy: RetryStrategy,
    _ forwarding: RetryErrorForwarding,
    _ time: SourceTime
  ) {
    upstream = Upstream(input)
    self.strategy = strategy
    self.forwarding = forwarding
    order = SourceOrder()
    retryTimer = SourceTimer(time.clock, order: order)
    forwardTimer = SourceTimer(time.clock, order: order)
    super.init()
  }

  override var inputs: [any ChainedSource] { [upstream.source.base] }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<Value> {
    let first = upstream.begin(self, on: order) { owner, input in
      if let next = owner.next(input, isFirst: false) { owner.model = next }
    }
    return next(first, isFirst: true) ?? .fetching(.init())
  }

  override func didMakeInitialModel() { upstream.start() }

  /// The next model when the upstream has changed, or `nil` to go on showing the present one.
  private func next(_ input: Fetchable<Value>, isFirst: Bool) -> Fetchable<Value>? {
    switch input {
    case .fetched(let fetched):
      reset()
      let refresh = fetched.refresh == nil ? nil : offer(refreshMethod)
      return .fetched(.init(value: fetched.value, refresh: refresh))
    case .fetching:
      // While it is tried again by itself, the failure that is shown stays, and so does a value.
      return isFirst || !isForwarding && snapshot().model().fetching != nil ? input : nil
    case .failure(let failure): return fail(failure)
    }
  }

  private func fail(_ failure: Fetchable<Value>.Failure) -> Fetchable<Value>? {
    failedAttempts += 1
    lastFailure = failure
    let delay = failure.retry == nil ? nil : strategy.delay(afterRetries: retries)
    if let delay {
      retryTimer.wait(delay) { [weak self] in self?.retryByTimer() }
    }
    switch forwarding {
    case .immediately: isForwarding = true
    case .failedAttempts(let count): isForwarding = isForwarding || failedAttempts >= count
    case .timeInterval(let interval):
      if failedAttempts == 1 {
        forwardTimer.wait(interval) { [weak self] in self?.forwardByTimer() }
      }
    case .never: return nil
    }
    // Nothing will come any more, so there is nothing to wait for with the message.
    if delay == nil { isForwarding = true }
    if isForwarding { forwardTimer.cancel() }
    return isForwarding ? shown(failure) : nil
  }

  private func shown(_ failure: Fetchable<Value>.Failure) -> Fetchable<Value> {
    .failure(
      .init(
        error: failure.error,
        failedAttempts: failedAttempts,
        retry: failure.retry == nil ? nil : offer(retryMethod)
      )
    )
  }

  private func retryByTimer() {
    retries += 1
    upstream.source.model.failure?.retry?()
  }

  private func forwardByTimer() {
    isForwarding = true
    if let lastFailure { model = shown(lastFailure) }
  }

  private func retryByHand() {
    reset()
    model = .fetching(.init())
    upstream.source.model.failure?.retry?()
  }

  private func refreshByHand() {
    reset()
    upstream.source.model.fetchAgain()
  }

  private func reset() {
    failedAttempts = 0
    retries = 0
    isForwarding = false
    lastFailure = nil
    retryTimer.cancel()
    forwardTimer.cancel()
  }
}

extension Source {
  /// Makes a source that tries a failed fetch again.
  ///
  /// A failure is shown only when `forwardErrorAfter` says so, or when there is no further attempt. Until then the
  /// model stays `.fetching`, or the value that was there before a refresh. A shown failure stays during automatic
  /// attempts; its `retry` begins anew, and so does the `refresh` of a value. All counts begin anew after a success.
  ///
  /// - Parameters:
  ///   - strategy: When it is tried again; after 1, 2, 4 … seconds by default.
  ///   - forwarding: When a failure is shown; after three failed attempts by default.
  ///   - time: The time that timers wait on.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The source.
  public func retrying<Value>(
    _ strategy: RetryStrategy = .withExponentialBackoff,
    forwardErrorAfter forwarding: RetryErrorForwarding = .failedAttempts(3),
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Fetchable<Value>> where Model == Fetchable<Value> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let strategy = strategy.checked(at: callSite)
    let forwarding = forwarding.checked(at: callSite)
    return RetryingSource(self, strategy, forwarding, time).eraseToSource()
  }
}
