/// A line that is typed into the shell, cut into words.
package enum ShellLine: Hashable, Sendable {
  case words([String])
  /// A quotation mark is not closed.
  case openQuote

  /// The longest line, in bytes.
  package static let longest = 1 << 16

  /// Cuts a line at spaces, except in `'…'` and `"…"`.
  ///
  /// A backslash takes the next character as it is, but not in `'…'`. A `#` at a word's beginning begins a
  /// comment.
  package static func words(_ line: String) -> ShellLine {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else if character == "#", word == nil {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if quote != nil || isEscaped { return .openQuote }
    if let word { words.append(word) }
    return .words(words)
  }
}
