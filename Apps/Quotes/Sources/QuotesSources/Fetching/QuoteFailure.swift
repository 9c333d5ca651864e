import Foundation
import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why there is no quote.
package struct QuoteFailure: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: String, Sendable {
    /// Nothing answers at the address.
    case unreachable
    /// The answer did not come in time.
    case late
    /// The service answered that it cannot.
    case refused
    /// The answer is cut off, or is no quote.
    case damaged
    /// Something else, which the message tells.
    case unknown
  }

  package let code: Code
  /// A sentence with the place in it, for people.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
  package var errorDescription: String? { message }

  /// The failure that an error of a load is.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - place: What was asked for.
  ///   - hasBegun: Whether an answer had begun.
  package init(_ error: any Error, at place: String, hasBegun: Bool = false) {
    switch error {
    case let failure as QuoteFailure: self = failure
    case let status as HTTPStatusError:
      self.init(.refused, "\(place) answered with HTTP status \(status.statusCode).")
    case is TruncatedResponseError: self.init(.damaged, "The answer of \(place) was cut off.")
    case let error as URLError: self.init(error, place, hasBegun)
    default: self.init(.unknown, "\(place) failed: \(error).")
    }
  }

  private init(_ error: URLError, _ place: String, _ hasBegun: Bool) {
    let words = error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    switch error.code {
    case _ where hasBegun: self.init(.damaged, "The answer of \(place) was cut off.")
    case .timedOut: self.init(.late, "\(place) did not answer.")
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      self.init(.unreachable, "\(place) cannot be reached: \(words).")
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      self.init(.damaged, "\(place) closed the connection without an answer.")
    default: self.init(.unknown, "\(place) failed: \(words).")
    }
  }
}
