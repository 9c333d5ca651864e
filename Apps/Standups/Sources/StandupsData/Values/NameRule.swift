/// The rule for titles and names.
package enum NameRule: Sendable {
  /// The longest title or name, in characters.
  package static let longest = 80

  /// The longest title or name in bytes: eighty of the longest emoji are shorter.
  package static let longestInBytes = 3_200

  /// The fault of a title or name, as a sentence, or `nil`.
  ///
  /// The sentence calls it by the noun.
  package static func fault(of text: String, called noun: String) -> String? {
    // First, because a single character may have any number of combining marks.
    if text.utf8.count > longestInBytes {
      return "A \(noun) has at most \(longest) characters and \(longestInBytes) bytes."
    }
    if Self.isPlain(text) {
      if text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        return "A \(noun) must not be empty."
      }
      return text.utf8.count > longest ? "A \(noun) has at most \(longest) characters." : nil
    }
    if text.allSatisfy(\.isWhitespace) { return "A \(noun) must not be empty." }
    if text.count > longest { return "A \(noun) has at most \(longest) characters." }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "A \(noun) must not hold control characters."
    }
    return nil
  }

  /// Whether all bytes are printable characters of ASCII, as in most texts; finding characters takes long.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// The text without space around it.
  package static func trimmed(_ text: String) -> String {
    let visible: Range<UInt8> = 0x21..<0x7F
    if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first),
      visible.contains(last)
    {
      return text
    }
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
