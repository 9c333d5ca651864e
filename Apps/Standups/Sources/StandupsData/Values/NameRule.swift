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
    if text.allSatisfy(\.isWhitespace) { return "A \(noun) must not be empty." }
    if text.count > longest { return "A \(noun) has at most \(longest) characters." }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "A \(noun) must not hold control characters."
    }
    return nil
  }

  /// The text without space around it.
  package static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
