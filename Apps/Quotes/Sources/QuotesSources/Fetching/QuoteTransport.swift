package import Foundation
package import ProgramHTTP
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
  ///   - base: The transport that loads.
  ///   - limit: The longest wait for the whole answer.
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
    let place = request.url?.place ?? "the service"
    do {
      let data = try await withTimeLimit(limit, on: clock) { [base] in
        try await base.load(request, progress: progress)
      }
      guard let data else {
        let seconds = (limit / .milliseconds(1)) / 1000
        throw QuoteFailure(.late, "\(place) did not answer within \(seconds) s.")
      }
      return data
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw QuoteFailure(error, at: place)
    }
  }
}

/// Loads over the network, and survives any answer.
package struct NetworkTransport: DataTransport {
  private let client: HTTPClient

  /// Makes a transport.
  ///
  /// - Parameter client: The client that sends the request.
  package init(_ client: HTTPClient = HTTPClient()) {
    self.client = client
  }

  /// Loads what a request asks for.
  ///
  /// - Throws: ``QuoteFailure`` for an answer without success, `HTTPFailure`, or `CancellationError`.
  package func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    guard let url = request.url else { throw HTTPFailure(.address, "there is none") }
    let answer = try await client.get(
      url,
      accepting: "application/json",
      limit: QuoteList.longestAnswer
    ) { progress(FetchProgress(totalUnitCount: -1, completedUnitCount: Int64($0))) }
    guard (200..<300).contains(answer.status) else {
      throw QuoteFailure(
        .refused,
        "\(url.place) answered with HTTP status \(answer.status)."
      )
    }
    return Data(answer.body)
  }
}
