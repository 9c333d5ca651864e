/// Texts as a terminal shows them.
public enum DisplayText: Sendable {
  /// The text with control characters made visible, and line breaks and tabs as spaces.
  ///
  /// Data files and transcripts come from elsewhere; an escape sequence in a name must not reach the
  /// terminal.
  public static func printable(_ text: String) -> String {
    guard !isPlain(text), text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isUnsafe(scalar) ? substitute(for: scalar) : scalar)
    }
    return String(result)
  }

  /// The number of columns that a text takes; colours take none.
  public static func width(_ text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    var cells = 0
    var isInEscape = false
    for character in text {
      if isInEscape {
        isInEscape = !(character.isASCII && character.isLetter)
      } else if character == "\u{1B}" {
        isInEscape = true
      } else {
        cells += width(of: character)
      }
    }
    return cells
  }

  /// The text padded with spaces to a width, or cut to it with an ellipsis; it must contain no colours.
  public static func fit(_ text: String, to columns: Int) -> String {
    let cells = width(text)
    guard cells > columns else {
      return text + String(repeating: " ", count: columns - cells)
    }
    return cut(text, to: columns)
  }

  /// The text, cut with an ellipsis if it is wider than a width; it must contain no colours.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 0 else { return "" }
    if isPlain(text) { return String(text.utf8.prefix(columns - 1)).map { $0 + "…" } ?? text }
    var result = ""
    var cells = 0
    for character in text {
      let next = width(of: character)
      if cells + next > columns - 1 { break }
      result.append(character)
      cells += next
    }
    return result + "…" + String(repeating: " ", count: max(0, columns - cells - 1))
  }

  /// The text up to a width; it may contain colours, which stay.
  public static func clip(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var result = ""
    var cells = 0
    var isInEscape = false
    for character in text {
      if isInEscape || character == "\u{1B}" {
        isInEscape = character == "\u{1B}" || !(character.isASCII && character.isLetter)
        result.append(character)
        continue
      }
      cells += width(of: character)
      if cells <= columns { result.append(character) }
    }
    return result
  }

  /// The last part of a text that fits a width; it must contain no colours.
  public static func end(of text: String, columns: Int) -> String {
    var cells = 0
    let count = text.reversed().prefix { character in
      cells += width(of: character)
      return cells <= max(1, columns)
    }.count
    return String(text.suffix(count))
  }

  /// Whether all bytes are characters of one column, as in most texts; finding characters takes long.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Both control ranges, breaks of lines and paragraphs, and the characters that change the direction of text.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\n", "\t", "\r", "\u{2028}", "\u{2029}": " "
    default: "\u{FFFD}"
    }
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    let properties = first.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains("\u{FE0F}"), properties.isEmoji { return 2 }
    return isWide(first.value) ? 2 : 1
  }

  /// The blocks of East Asian scripts whose characters take two columns.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default:
      false
    }
  }
}

extension DisplayText {
  /// Like ``printable(_:)`` for a text of several lines.
  public static func printableLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { printable(String($0)) }.joined(separator: "\n")
  }
}
