/// The answer of a server.
public struct HTTPAnswer: Hashable, Sendable {
  /// The status of HTTP.
  public let status: Int
  /// The whole body.
  public let body: [UInt8]
  /// The target of a redirection, as the server wrote it.
  let location: String?
}

/// Why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the failure.
  public enum Code: String, Sendable {
    /// Nothing answers at the address.
    case unreachable
    /// The connection was closed before an answer began.
    case closed
    /// The answer ends too early.
    case cut
    /// The received data are not HTTP.
    case malformed
    /// The answer has more bytes than are accepted.
    case tooLong
    /// The answer leads to an address that is not followed.
    case redirected
    /// The address is none that can be asked.
    case address
  }

  /// The kind of the failure.
  public let code: Code
  /// The reason, as a part of a sentence.
  public let words: String

  /// Makes a failure.
  public init(_ code: Code, _ words: String) {
    self.code = code
    self.words = words
  }

  /// The reason, as a part of a sentence.
  public var description: String { words }
}
