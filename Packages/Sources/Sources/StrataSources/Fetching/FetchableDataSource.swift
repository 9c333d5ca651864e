public import Foundation
import StrataConcurrency
import StrataCore

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Data from the network.
///
/// ```swift
/// let user: Source<Fetchable<User>> = FetchableDataSource(urlRequest: .init(url: url))
///   .eraseToSource()
///   .jsonDecoded()
///   .retrying()
/// ```
///
/// Begins to fetch when its model is first needed, and stops when it goes. While it fetches, the model has the
/// progress. An answer that is no success, or not whole, is a failure. The failure has the number of attempts that have
/// failed since the last success. `retry` and `refresh` fetch again, and a fetched value stays until then.
public final class FetchableDataSource: SourceBase<Fetchable<Data>>,
  // SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
  // the initial model is made.
  @unchecked Sendable
{
  private let request: URLRequest
  private let transport: any DataTransport
  private let order = SourceOrder()
  private let scope = CancellationScope()
  private let retryMethod = ActionMethod<Void>(named: "retry") { owner, _ in
    (owner as? FetchableDataSource)?.fetch(showsProgress: true)
  }
  private let refreshMethod = ActionMethod<Void>(named: "refresh") { owner, _ in
    (owner as? FetchableDataSource)?.fetch(showsProgress: false)
  }

  private var failedAttempts = 0
  /// The running fetch; one that is replaced does not count any more.
  private var number = 0
  private var work: CancellationHandle?

  /// Makes a source that has fetched nothing yet.
  ///
  /// - Parameters:
  ///   - urlRequest: The request.
  ///   - transport: Loads the request; Foundation's URL session by default.
  public init(urlRequest: URLRequest, transport: any DataTransport = URLSessionTransport()) {
    request = urlRequest
    self.transport = transport
    super.init()
  }

  deinit { scope.close() }

  override func makeInitialModel() -> Fetchable<Data> {
    let progress = makeProgress()
    start(progress)
    return .fetching(.init(progress: progress.eraseToSource()))
  }

  private func fetch(showsProgress: Bool) {
    order.run { [weak self] in
      guard let self else { return }
      let progress = self.makeProgress()
      if showsProgress { self.model = .fetching(.init(progress: progress.eraseToSource())) }
      self.start(progress)
    }
  }

  // It is a part of this source's model. It is no source of the program's, whose changes this would have to follow.
  private func makeProgress() -> ProgressSource {
    withoutTreeObservers { ProgressSource() }
  }

  private func start(_ progress: ProgressSource) {
    work?.cancel()
    number += 1
    let (request, transport, number) = (request, transport, number)
    work = scope.task { [weak self] in
      let result: Result<Data, any Error>
      do {
        result = .success(try await transport.load(request) { progress.report($0) })
      } catch {
        result = .failure(error)
      }
      // Not after a cancellation, because then another fetch has replaced this one.
      if !Task.isCancelled { self?.finish(number, result) }
    }
  }

  private func finish(_ number: Int, _ result: Result<Data, any Error>) {
    order.run { [weak self] in
      guard let self, self.number == number else { return }
      switch result {
      case .success(let data):
        self.failedAttempts = 0
        self.model = .fetched(.init(value: data, refresh: self.offer(self.refreshMethod)))
      case .failure(let error):
        self.failedAttempts += 1
        self.model = .failure(
          .init(
            error: error,
            failedAttempts: self.failedAttempts,
            retry: self.offer(self.retryMethod)
          )
        )
      }
    }
  }
}
