package import Foundation
import Strata

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A service that answers `GET base/42` with a fact about 42 as plain text.
package struct HTTPFactService: Sendable {
  /// The address of a public service.
  package static let publicAddress = "http://numbersapi.com"
  /// The most bytes of an answer; a fact is a sentence.
  package static let longestAnswer = 16_384

  /// The address before the number.
  package let base: URL
  /// How long to wait for the whole answer.
  package let limit: Duration
  private let session: URLSession
  private let clock: AnyClock

  /// Makes a client of a service; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - base: The address before the number.
  ///   - limit: How long to wait for the whole answer.
  ///   - session: Sends the requests.
  ///   - clock: Measures the limit.
  package init(
    base: URL = .publicFacts,
    limit: Duration = .seconds(10),
    session: URLSession = .facts,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.limit = limit
    self.session = session
    self.clock = AnyClock(clock)
  }

  /// Asks for the fact about a number.
  ///
  /// When the task is cancelled, the connection is closed.
  ///
  /// - Throws: ``FactFailure``, or `CancellationError` when the task is cancelled.
  package func fact(about number: Int) async throws -> String {
    var request = URLRequest(url: base.appending(path: "\(number)"))
    request.setValue("text/plain", forHTTPHeaderField: "Accept")
    // Ours is the limit that counts; the session's own measures silences.
    request.timeoutInterval = limit.inSeconds + 60
    let (data, response) = try await answer(to: request)
    return try text(of: data, response, request)
  }

  private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    do {
      let answer = try await withTimeLimit(limit, on: clock) { [session] in
        try await session.answer(to: request)
      }
      guard let answer else {
        throw FactFailure(.late, "\(place(request)) did not answer within \(limit.inSeconds) s.")
      }
      return answer
    } catch let failure as RequestFailure {
      throw self.failure(failure, request)
    }
  }

  private func text(
    of data: Data,
    _ response: URLResponse,
    _ request: URLRequest
  ) throws(FactFailure) -> String {
    let place = place(request)
    if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
      throw FactFailure(.refused, "\(place) answered with HTTP status \(status).")
    }
    // Where the system does not compare the length itself.
    if response.expectedContentLength > Int64(data.count) {
      throw FactFailure(.damaged, "The answer of \(place) was cut off.")
    }
    guard data.count <= Self.longestAnswer else {
      throw FactFailure(.damaged, "The answer of \(place) is too long for a fact.")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw FactFailure(.damaged, "The answer of \(place) is no text in UTF-8.")
    }
    let fact = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !fact.isEmpty else { throw FactFailure(.damaged, "The answer of \(place) is empty.") }
    return fact
  }

  private func failure(_ failure: RequestFailure, _ request: URLRequest) -> FactFailure {
    let (place, error) = (place(request), failure.error)
    guard !failure.hasBegun else {
      return FactFailure(.damaged, "The answer of \(place) was cut off.")
    }
    switch error.code {
    case .timedOut:
      return FactFailure(.late, "\(place) did not answer.")
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      return FactFailure(.unreachable, "\(place) cannot be reached: \(words(of: error)).")
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      return FactFailure(.damaged, "\(place) closed the connection without an answer.")
    default:
      return FactFailure(.unknown, "\(place) failed: \(words(of: error)).")
    }
  }

  private func words(of error: URLError) -> String {
    error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
  }

  private func place(_ request: URLRequest) -> String {
    request.url?.absoluteString ?? base.absoluteString
  }
}

extension FactClient {
  /// Asks a service.
  package static func http(_ service: HTTPFactService) -> FactClient {
    FactClient { try await service.fact(about: $0) }
  }
}

extension URL {
  /// The public service that the program asks unless it is told another.
  package static let publicFacts: URL = {
    guard let url = URL(string: HTTPFactService.publicAddress) else {
      preconditionFailure("\(HTTPFactService.publicAddress) is no address")
    }
    return url
  }()
}

extension URLSession {
  /// Keeps nothing between requests: another question about a number is to get another answer.
  package static let facts: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
