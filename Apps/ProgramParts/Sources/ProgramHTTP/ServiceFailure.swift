public import Foundation

/// Why a service has not given what it was asked for.
public struct ServiceFailure: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  /// The kind of the failure.
  public enum Code: String, Sendable {
    /// Nothing answers at the address.
    case unreachable
    /// The answer did not come in time.
    case late
    /// The service answered that it cannot.
    case refused
    /// The answer is cut off, or is not what was asked for.
    case damaged
    /// Another failure, which the message explains.
    case unknown
  }

  /// The kind of the failure.
  public let code: Code
  /// A sentence with the address in it, for people.
  public let message: String

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - message: A sentence for people.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the failure of a service without an answer of HTTP.
  ///
  /// - Parameters:
  ///   - failure: Why there is no answer.
  ///   - place: The requested address.
  ///   - noun: What was asked for, such as "fact".
  public init(_ failure: HTTPFailure, from place: String, wanting noun: String) {
    switch failure.code {
    case .unreachable, .address:
      self.init(.unreachable, "\(place) cannot be reached: \(failure.words).")
    case .closed: self.init(.damaged, "\(place) closed the connection without an answer.")
    case .cut: self.init(.damaged, "The answer of \(place) was cut off.")
    case .malformed: self.init(.damaged, "The answer of \(place) is not HTTP.")
    case .tooLong: self.init(.damaged, "The answer of \(place) is too long for a \(noun).")
    case .redirected:
      self.init(.damaged, "The answer of \(place) is no \(noun): \(failure.words).")
    }
  }

  /// A sentence for people.
  public var description: String { message }
  /// A sentence for people.
  public var errorDescription: String? { message }
}
