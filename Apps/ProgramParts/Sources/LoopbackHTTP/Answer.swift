/// A server's reaction to a request.
public struct Answer: Hashable, Sendable {
  /// The status of HTTP; `nil` to close without an answer.
  public var status: Int?
  /// The bytes below the head.
  public var body: [UInt8]
  /// The type of the body, as HTTP names it.
  public var contentType = "text/plain; charset=utf-8"
  /// How many bytes more are promised than are sent.
  public var missing = 0
  /// Whether the connection stays open, without what is missing, until the client leaves.
  public var stalls = false

  /// The bytes that are sent instead of head and body, if any.
  var raw: [UInt8]?

  /// Answers as it should, with JSON.
  public static func json(_ text: String, status: Int = 200) -> Answer {
    var answer = Answer.text(text, status: status)
    answer.contentType = "application/json; charset=utf-8"
    return answer
  }

  /// Answers as it should, with a text.
  public static func text(_ text: String, status: Int = 200) -> Answer {
    Answer(status: status, body: Array(text.utf8))
  }

  /// Answers with these bytes, which may be no text.
  public static func bytes(_ bytes: [UInt8]) -> Answer { Answer(status: 200, body: bytes) }

  /// Promises more bytes than it sends, and closes.
  public static func cutOff(_ text: String) -> Answer {
    Answer(status: 200, body: Array(text.utf8), missing: 100)
  }

  /// Begins an answer, and never ends it.
  public static func stall(_ text: String) -> Answer {
    Answer(status: 200, body: Array(text.utf8), missing: 100, stalls: true)
  }

  /// Sends these bytes instead of an answer, and closes.
  public static func raw(_ bytes: [UInt8]) -> Answer {
    var answer = Answer(status: 200, body: [])
    answer.raw = bytes
    return answer
  }

  /// Closes without an answer.
  public static let close = Answer(status: nil, body: [])

  /// Leaves the connection open and never answers.
  public static let silence = Answer(status: nil, body: [], stalls: true)

  private init(status: Int?, body: [UInt8], missing: Int = 0, stalls: Bool = false) {
    self.status = status
    self.body = body
    self.missing = missing
    self.stalls = stalls
  }

  /// The bytes to send.
  var message: [UInt8] {
    if let raw { return raw }
    guard let status else { return [] }
    let head = """
      HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r
      Content-Type: \(contentType)\r
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
