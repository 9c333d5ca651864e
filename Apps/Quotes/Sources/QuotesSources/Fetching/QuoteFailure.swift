package import ProgramHTTP
import StrataSources

/// Why there is no quote.
package typealias QuoteFailure = ServiceFailure

extension QuoteFailure {
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
    case let failure as HTTPFailure: self.init(failure, from: place, wanting: "quote")
    default: self.init(.unknown, "\(place) failed: \(error).")
    }
  }
}
