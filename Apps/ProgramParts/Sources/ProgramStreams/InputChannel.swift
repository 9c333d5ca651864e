/// A source of text: a terminal, a pipe, a file, or a test.
public protocol InputChannel: Sendable {
  /// Whether a person types.
  var isTerminal: Bool { get }
  /// Waits for the next bytes.
  ///
  /// - Returns: At least one byte; `nil` at the end, and when the calling task is cancelled. A cancelled call
  ///   takes no bytes, so the next reader loses nothing.
  /// - Throws: ``InputFailure`` if the system cannot read it.
  func read() async throws(InputFailure) -> [UInt8]?
  /// Takes back bytes that were read but not used; the next ``read()`` returns them.
  ///
  /// - Parameter bytes: The bytes, in the order in which they were read.
  func putBack(_ bytes: [UInt8])
}

extension InputChannel {
  /// Waits for the next line.
  ///
  /// A program that takes no longer lines should end at one: the rest of it is no line, and may never end.
  ///
  /// - Parameter limit: The most bytes of a line. A longer one is returned when it has more than so
  ///   many, so that the caller sees by its length that it is cut.
  /// - Returns: The line without its end; `nil` at the end of the input.
  /// - Throws: ``InputFailure`` if the system cannot read the input. A line that has begun is not returned then.
  public func readLine(limit: Int) async throws(InputFailure) -> String? {
    var line: [UInt8] = []
    while line.count <= limit, let bytes = try await read() {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        line += bytes[..<end]
        if end + 1 < bytes.count { putBack(Array(bytes[(end + 1)...])) }
        return text(line)
      }
      line += bytes
    }
    return line.isEmpty ? nil : text(line)
  }

  private func text(_ line: [UInt8]) -> String {
    var line = line[...]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
