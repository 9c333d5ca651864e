public import Foundation

/// A server's answer that is not a success.
public struct HTTPStatusError: Error, LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The status code: 400 and above, or a redirection that was not followed.
  public let statusCode: Int
  /// The URL of the request.
  public let url: URL?
  /// The beginning of the server's answer, as text.
  public let body: String
  /// How many seconds the server asks to wait before the next attempt.
  public let retryAfter: TimeInterval?

  /// Makes an error, for your own ``DataTransport``.
  public init(
    statusCode: Int,
    url: URL? = nil,
    body: String = "",
    retryAfter: TimeInterval? = nil
  ) {
    self.statusCode = statusCode
    self.url = url
    self.body = body
    self.retryAfter = retryAfter
  }

  /// Whether the request is wrong, so that repeating it does not help.
  public var isClientError: Bool { (400..<500).contains(statusCode) }

  /// Whether the server has failed.
  public var isServerError: Bool { statusCode >= 500 }

  /// The status and the URL of the request.
  public var description: String {
    """
    The server answered \(url?.absoluteString ?? "the request") with status \(statusCode).\
    \(body.isEmpty ? "" : " It says: \(body)")
    """
  }

  /// The same.
  public var errorDescription: String? { description }
}

/// An answer that is shorter than the server had announced.
public struct TruncatedResponseError: Error, LocalizedError, Sendable, Hashable {
  /// How many bytes were announced.
  public let expectedByteCount: Int64
  /// How many came.
  public let receivedByteCount: Int64

  /// Makes an error, for your own ``DataTransport``.
  public init(expectedByteCount: Int64, receivedByteCount: Int64) {
    self.expectedByteCount = expectedByteCount
    self.receivedByteCount = receivedByteCount
  }

  /// What happened.
  public var errorDescription: String? {
    """
    The connection ended after \(receivedByteCount) of \(expectedByteCount) bytes. Fetch again.
    """
  }
}
