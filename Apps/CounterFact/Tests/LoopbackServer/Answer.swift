/// What the server does with a request.
package enum Answer: Sendable {
  /// Answers as it should.
  case text(String, status: Int = 200)
  /// Answers with these bytes.
  case bytes([UInt8])
  /// Promises more bytes than it sends, and closes.
  case cutOff(String)
  /// Closes without an answer.
  case close
  /// Keeps the connection and never answers.
  case silence
  /// Begins an answer, and never ends it.
  case stall(String)

  /// What is sent.
  var message: [UInt8] {
    switch self {
    case .text(let text, let status): head(status, length: text.utf8.count) + text.utf8
    case .bytes(let bytes): head(200, length: bytes.count) + bytes
    case .cutOff(let text), .stall(let text): head(200, length: text.utf8.count + 100) + text.utf8
    case .close, .silence: []
    }
  }

  /// Whether the connection stays open until the client leaves.
  var waitsForClient: Bool {
    switch self {
    case .silence, .stall: true
    case .text, .bytes, .cutOff, .close: false
    }
  }

  private func head(_ status: Int, length: Int) -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status) Status\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(length)\r
      Connection: close\r
      \r\n
      """.utf8
    )
  }
}
