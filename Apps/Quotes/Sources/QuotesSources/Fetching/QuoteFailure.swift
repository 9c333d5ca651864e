import Foundation
import ProgramHTTP
import StrataSources

/// Why there is no quote.
package struct QuoteFailure: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  /// The kind of the failure.
  package enum Code: String, Sendable {
    /// Nothing answers at the address.
    case unreachable
    /// The answer did not come in time.
    case late
    /// The service answered that it cannot.
    case refused
    /// The answer is cut off, or is no quote.
    case damaged
    /// Another failure, which the message explains.
    case unknown
  }

  package let code: Code
  /// A sentence with the address in it, for people.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
  package var errorDescription: String? { message }

  /// The failure for an error of a load.
  ///
  /// - Parameters:
  ///   - error: The thrown error.
  ///   - place: The requested address.
  package init(_ error: any Error, at place: String) {
    switch error {
    case let failure as QuoteFailure: self = failure
    case let status as HTTPStatusError:
      self.init(.refused, "\(place) answered with HTTP status \(status.statusCode).")
    case is TruncatedResponseError: self.init(.damaged, "The answer of \(place) was cut off.")
    case let failure as HTTPFailure: self.init(failure, place)
    default: self.init(.unknown, "\(place) failed: \(error).")
    }
  }

  private init(_ failure: HTTPFailure, _ place: String) {
    switch failure.code {
    case .unreachable, .address:
      self.init(.unreachable, "\(place) cannot be reached: \(failure.words).")
    case .closed: self.init(.damaged, "\(place) closed the connection without an answer.")
    case .cut: self.init(.damaged, "The answer of \(place) was cut off.")
    case .malformed: self.init(.damaged, "The answer of \(place) is not HTTP.")
    case .tooLong: self.init(.damaged, "The answer of \(place) is too long for quotes.")
    case .redirected: self.init(.damaged, "The answer of \(place) is no quote: \(failure.words).")
    }
  }
}
