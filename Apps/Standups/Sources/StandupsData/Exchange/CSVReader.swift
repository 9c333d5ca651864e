/// One record of a CSV text and the line that it begins on.
package struct CSVRecord: Hashable, Sendable {
  package var line: Int
  package var fields: [String]

  package init(line: Int, fields: [String]) {
    self.line = line
    self.fields = fields
  }
}

/// Reads comma-separated values as RFC 4180 says, and finds the first fault of a text.
///
/// Lines end with LF or CR LF, a byte order mark is skipped, empty lines are no records. It gives one record at a time,
/// because all of them may take twenty times the memory of the text.
package struct CSVReader: Sendable {
  /// The most fields of a record; a table has a handful of columns.
  package static let mostFields = 64
  /// The longest field, in bytes.
  package static let longestField = 1 << 20

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private let path: String

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Makes a reader of a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - path: The file's name, for errors.
  package init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads the next record, the header first.
  ///
  /// - Returns: The record; `nil` at the end.
  /// - Throws: ``StandupsError`` with code `data` and the line.
  package mutating func next() throws(StandupsError) -> CSVRecord? {
    while true {
      skipEmptyLines()
      guard let record = try record() else { return nil }
      if record.fields != [""] { return record }
    }
  }

  private mutating func skipEmptyLines() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == Self.newline || byte == Self.carriageReturn else { return }
      endLine(byte)
    }
  }

  /// Passes over the end of a line, of which this is the first byte.
  private mutating func endLine(_ byte: UInt8) {
    position += 1
    if byte == Self.carriageReturn, position < bytes.count, bytes[position] == Self.newline {
      position += 1
    }
    line += 1
  }

  private mutating func record() throws(StandupsError) -> CSVRecord? {
    guard position < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      guard fields.count < Self.mostFields else {
        throw failure("A row has more than \(Self.mostFields) fields.", start)
      }
      fields.append(try field())
      guard position < bytes.count else { break }
      let byte = bytes[position]
      guard byte == Self.comma else {
        endLine(byte)
        break
      }
      position += 1
    }
    return CSVRecord(line: start, fields: fields)
  }

  /// Leaves the position at a comma, at a line's end or at the text's end.
  private mutating func field() throws(StandupsError) -> String {
    if position < bytes.count, bytes[position] == Self.quote { return try quotedField() }
    let start = position
    while position < bytes.count, !endsField(bytes[position]) {
      if bytes[position] == Self.quote {
        throw failure("A quotation mark stands inside a field that does not begin with one.", line)
      }
      position += 1
    }
    return try text(bytes[start..<position])
  }

  private mutating func quotedField() throws(StandupsError) -> String {
    let start = line
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.newline { line += 1 }
      guard byte == Self.quote else {
        content.append(byte)
        guard content.count <= Self.longestField else { return try text(content[...]) }
        continue
      }
      if position < bytes.count, bytes[position] == Self.quote {
        content.append(Self.quote)
        position += 1
        continue
      }
      guard position == bytes.count || endsField(bytes[position]) else {
        throw failure("There is text after the closing quotation mark of a field.", line)
      }
      return try text(content[...])
    }
    throw failure("A field begins with a quotation mark that is never closed.", start)
  }

  private func endsField(_ byte: UInt8) -> Bool {
    byte == Self.comma || byte == Self.newline || byte == Self.carriageReturn
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(StandupsError) -> String {
    guard bytes.count <= Self.longestField else {
      throw failure("A field has more than \(Self.longestField) bytes.", line)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure("The text is not UTF-8.", line)
    }
    return text
  }

  private func failure(_ message: String, _ line: Int) -> StandupsError {
    StandupsError(.data, message, place: "\(path), line \(line)")
  }
}
