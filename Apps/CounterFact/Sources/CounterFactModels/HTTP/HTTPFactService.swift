package import Foundation
package import ProgramHTTP
import Strata

/// A service that answers `GET base/42` with a fact about 42 as plain text.
package struct HTTPFactService: Sendable {
  /// The address of a public service.
  package static let publicAddress = "http://numbersapi.com"
  /// The most bytes of an answer; a fact is a sentence.
  package static let longestAnswer = 16_384

  /// The address before the number.
  package let base: URL
  /// The longest wait for the whole answer.
  package let limit: Duration
  private let client: HTTPClient
  private let clock: AnyClock

  /// Makes a client of a service; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - base: The address before the number.
  ///   - limit: The longest wait for the whole answer.
  ///   - client: Sends the requests.
  ///   - clock: Measures the limit.
  package init(
    base: URL = .publicFacts,
    limit: Duration = .seconds(10),
    client: HTTPClient = HTTPClient(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.limit = limit
    self.client = client
    self.clock = AnyClock(clock)
  }

  /// Asks for the fact about a number.
  ///
  /// When the task is cancelled, the connection is closed.
  ///
  /// - Throws: ``FactFailure``, or `CancellationError` when the task is cancelled.
  package func fact(about number: Int) async throws -> String {
    let url = base.appending(path: "\(number)")
    let place = url.absoluteString
    do {
      let answer = try await withTimeLimit(limit, on: clock) { [client] in
        try await client.get(url, accepting: "text/plain", limit: Self.longestAnswer)
      }
      guard let answer else {
        throw FactFailure(.late, "\(place) did not answer within \(limit.inSeconds) s.")
      }
      return try text(of: answer, from: place)
    } catch let failure as HTTPFailure {
      throw FactFailure(failure, from: place, wanting: "fact")
    }
  }

  private func text(of answer: HTTPAnswer, from place: String) throws(FactFailure) -> String {
    guard (200..<300).contains(answer.status) else {
      throw FactFailure(.refused, "\(place) answered with HTTP status \(answer.status).")
    }
    guard let text = String(validating: answer.body, as: UTF8.self) else {
      throw FactFailure(.damaged, "The answer of \(place) is no text in UTF-8.")
    }
    let fact = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !fact.isEmpty else { throw FactFailure(.damaged, "The answer of \(place) is empty.") }
    return fact
  }
}

extension FactClient {
  /// Asks a service.
  package static func http(_ service: HTTPFactService) -> FactClient {
    FactClient { try await service.fact(about: $0) }
  }
}

extension URL {
  /// The public service that the program asks by default.
  package static let publicFacts: URL = {
    guard let url = URL(string: HTTPFactService.publicAddress) else {
      preconditionFailure("\(HTTPFactService.publicAddress) is no address")
    }
    return url
  }()
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
