import ProgramTyping

/// Makes lines of the keys of a terminal that gives each key as it is pressed.
///
/// The terminal's own line editing cannot be used beside a bar that is drawn again each second: its
/// echo would land inside the bar. A value with a method that returns what happened.
package struct LineEditor: Hashable, Sendable {
  /// The effect of a key.
  package enum Outcome: Hashable, Sendable {
    /// The text that is being typed changed.
    case edited
    /// Return was pressed.
    case line(String)
    /// Ctrl-D was pressed on an empty line.
    case endOfInput
  }

  /// The state of an escape sequence, such as that of an arrow key.
  private enum Escape: Hashable {
    case none
    case begun
    case inside
  }

  /// The text since the last Return.
  package private(set) var text = ""
  private var characters = CharacterDecoder()
  private var escape = Escape.none

  package init() {}

  /// Takes one byte.
  package mutating func feed(_ byte: UInt8) -> Outcome? {
    if skipsEscape(byte) { return nil }
    // A partial character before a key below 0x80 was no UTF-8; the key itself counts as ever.
    if byte < 0x80 { text.append(contentsOf: characters.end()) }
    switch byte {
    case 0x0A, 0x0D:
      defer { text = "" }
      return .line(text)
    case 0x04: return text.isEmpty ? .endOfInput : nil
    case 0x08, 0x7F:
      guard !text.isEmpty else { return nil }
      text.removeLast()
      return .edited
    case 0x15:
      text = ""
      return .edited
    case 0x17:
      removeWord()
      return .edited
    case 0x1B:
      escape = .begun
      return nil
    case 0x00..<0x20: return nil
    default: return append(byte)
    }
  }

  private mutating func removeWord() {
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
  }

  /// The longest text, in bytes; further input is ignored.
  package static let longest = 4_096

  private mutating func append(_ byte: UInt8) -> Outcome? {
    guard text.utf8.count < Self.longest else { return nil }
    let typed = characters.feed(byte)
    text.append(contentsOf: typed)
    return typed.isEmpty ? nil : .edited
  }

  private mutating func skipsEscape(_ byte: UInt8) -> Bool {
    switch escape {
    case .none: return false
    case .begun where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"): escape = .inside
    // A key that was pressed after a lone Esc, or one that breaks a sequence off, counts as ever.
    case .begun,
      .inside where byte < 0x20:
      escape = .none
      return false
    case .inside:
      if (0x40...0x7E).contains(byte) { escape = .none }
    }
    return true
  }
}
