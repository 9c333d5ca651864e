/// Why there is no fact about a number.
package struct FactFailure: Error, Equatable, Sendable {
  /// The kind of the failure.
  package enum Code: String, Sendable {
    /// Nothing answers at the address.
    case unreachable
    /// The answer did not come in time.
    case late
    /// The service answered that it cannot.
    case refused
    /// The answer is cut off, or is no text.
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

  /// The failure for an error of any kind.
  package init(_ error: any Error) {
    self = error as? FactFailure ?? FactFailure(.unknown, "There is no fact: \(error).")
  }
}

extension FactFailure: CustomStringConvertible {
  package var description: String { message }
}
