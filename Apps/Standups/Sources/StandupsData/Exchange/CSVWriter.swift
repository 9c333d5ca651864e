/// Writes comma-separated values as RFC 4180 says, with LF at the line's end.
package enum CSVWriter: Sendable {
  /// The text of a table; fields are quoted where they need to be.
  ///
  /// A field that begins with `=`, `+`, `-` or `@` is written as it is, because it is data. A reader that
  /// calculates with it does so by its own choice.
  package static func text(_ rows: [[String]]) -> String {
    var text = ""
    for row in rows {
      // A lone empty field would read back as an empty line.
      text += row == [""] ? "\"\"" : row.map(field).joined(separator: ",")
      text += "\n"
    }
    return text
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
