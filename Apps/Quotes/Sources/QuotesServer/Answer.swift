/// What a server does with a request.
package struct Answer: Hashable, Sendable {
  /// The status of HTTP; `nil` to close without an answer.
  package var status: Int?
  package var body: [UInt8]
  /// How many bytes more are promised than are sent.
  package var missing = 0
  /// Whether the connection stays open, without what is missing, until the client leaves.
  package var stalls = false

  /// Answers as it should.
  package static func json(_ text: String, status: Int = 200) -> Answer {
    Answer(status: status, body: Array(text.utf8))
  }

  /// Promises more bytes than it sends, and closes.
  package static func cutOff(_ text: String) -> Answer {
    Answer(status: 200, body: Array(text.utf8), missing: 100)
  }

  /// Closes without an answer.
  package static let close = Answer(status: nil, body: [])

  /// Keeps the connection and never answers.
  package static let silence = Answer(status: nil, body: [], stalls: true)

  /// What is sent.
  var message: [UInt8] {
    guard let status else { return [] }
    let head = """
      HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r
      Content-Type: application/json; charset=utf-8\r
      Content-Length: \(body.count + missing)\r
      Connection: close\r
      \r\n
      """
    return Array(head.utf8) + body
  }

  private static let reasons = [
    200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable",
  ]
}
