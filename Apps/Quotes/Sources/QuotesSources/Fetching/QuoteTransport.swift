package import Foundation
package import StrataConcurrency
package import StrataSources

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Loads with another transport, for at most so long, and says what failed in a sentence.
package struct QuoteTransport: DataTransport {
  private let base: any DataTransport
  private let limit: Duration
  private let clock: AnyClock

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - base: What loads.
  ///   - limit: How long to wait for the whole answer.
  ///   - clock: Measures the limit.
  package init(_ base: any DataTransport, limit: Duration, clock: AnyClock) {
    self.base = base
    self.limit = limit
    self.clock = clock
  }

  /// Loads what a request asks for.
  ///
  /// - Throws: ``QuoteFailure``, or `CancellationError` when the task is cancelled.
  package func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    let place = request.url?.absoluteString ?? "the service"
    let hasBegun = Locked(false, rank: .leaf)
    do {
      let data = try await withTimeLimit { [base] in
        try await base.load(request) { now in
          hasBegun.withLock { $0 = true }
          progress(now)
        }
      }
      guard let data else {
        let seconds = (limit / .milliseconds(1)) / 1000
        throw QuoteFailure(.late, "\(place) did not answer within \(seconds) s.")
      }
      return data
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw QuoteFailure(error, at: place, hasBegun: hasBegun.withLock { $0 })
    }
  }

  /// What an operation returns, or `nil` if the time was up first.
  private func withTimeLimit(
    _ operation: @escaping @Sendable () async throws -> Data
  ) async throws -> Data? {
    try await withThrowingTaskGroup(of: Data?.self) { group in
      group.addTask { try await operation() }
      group.addTask { [limit, clock] in
        try await clock.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

extension DataTransport where Self == URLSessionTransport {
  /// Foundation's, which keeps nothing between requests and asks no proxy about this machine.
  package static func quotes(from url: URL) -> URLSessionTransport {
    let isOwn = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host() ?? "")
    return URLSessionTransport {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.urlCache = nil
      if isOwn { configuration.connectionProxyDictionary = [:] }
      return configuration
    }
  }
}
