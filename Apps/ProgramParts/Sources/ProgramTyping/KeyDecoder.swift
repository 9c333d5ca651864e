/// A key of a terminal.
public enum TypedKey: Hashable, Sendable {
  /// A character, typed or pasted.
  case character(Character)
  case enter
  case tab
  case backspace
  case delete
  case left
  case right
  case wordLeft
  case wordRight
  case up
  case down
  case home
  case end
  /// Deletes to the beginning, or to the end, of the line.
  case killToStart
  case killToEnd
  /// Deletes the word before the cursor.
  case killWord
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-L.
  case redraw
  /// Ctrl-R.
  case search
}

/// Makes keys of the bytes that a terminal sends.
///
/// Bytes that are no UTF-8 become replacement characters; sequences that mean no key are skipped. If the terminal
/// marks pasted text, that text contains no keys: a tab in it is a space, an end of line is Return.
public struct KeyDecoder: Hashable, Sendable {
  private enum Place: Hashable {
    case text
    case escape
    /// Behind `ESC [` or `ESC O`.
    case sequence
  }

  /// The longest sequence that may mean a key.
  private static let longest = 16

  private var place = Place.text
  private var sequence: [UInt8] = []
  private var characters = CharacterDecoder()
  private var isPasting = false

  /// Makes a decoder of bytes that begin outside of a sequence.
  public init() {}

  /// Takes one byte.
  ///
  /// - Parameter byte: The next byte.
  /// - Returns: The keys that are complete with it: none, one, or two where one was broken off.
  public mutating func feed(_ byte: UInt8) -> [TypedKey] {
    switch place {
    case .text: return text(byte)
    case .escape: return escape(byte)
    case .sequence: return sequence(byte)
    }
  }

  private mutating func text(_ byte: UInt8) -> [TypedKey] {
    if byte >= 0x80 { return characters.feed(byte).map(TypedKey.character) }
    let broken = characters.end().map(TypedKey.character)
    if byte == 0x1B {
      place = .escape
      return broken
    }
    return broken + [plain(byte)].compactMap(\.self)
  }

  private func plain(_ byte: UInt8) -> TypedKey? {
    switch byte {
    case 0x0A, 0x0D: .enter
    case 0x09: isPasting ? .character(" ") : .tab
    case 0x20...0x7E: .character(Character(UnicodeScalar(byte)))
    case _ where isPasting: nil
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x0B: .killToEnd
    case 0x0C: .redraw
    case 0x0E: .down
    case 0x10: .up
    case 0x12: .search
    case 0x15: .killToStart
    case 0x17: .killWord
    default: nil
    }
  }

  private mutating func escape(_ byte: UInt8) -> [TypedKey] {
    place = .text
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      place = .sequence
      sequence = []
      return []
    case UInt8(ascii: "b"): return [.wordLeft]
    case UInt8(ascii: "f"): return [.wordRight]
    case 0x7F: return [.killWord]
    // A key that was pressed after a lone Esc counts as ever.
    default: return text(byte)
    }
  }

  private mutating func sequence(_ byte: UInt8) -> [TypedKey] {
    if byte < 0x20 {
      place = .text
      return text(byte)
    }
    guard (0x40...0x7E).contains(byte) else {
      if sequence.count < Self.longest { sequence.append(byte) }
      return []
    }
    place = .text
    let isWord = sequence.suffix(2) == Array(";5".utf8) || sequence.suffix(2) == Array(";3".utf8)
    switch byte {
    case UInt8(ascii: "A"): return [.up]
    case UInt8(ascii: "B"): return [.down]
    case UInt8(ascii: "C"): return [isWord ? .wordRight : .right]
    case UInt8(ascii: "D"): return [isWord ? .wordLeft : .left]
    case UInt8(ascii: "H"): return [.home]
    case UInt8(ascii: "F"): return [.end]
    case UInt8(ascii: "~"): return numbered(String(decoding: sequence, as: UTF8.self))
    default: return []
    }
  }

  private mutating func numbered(_ number: String) -> [TypedKey] {
    switch number {
    case "1", "7": return [.home]
    case "4", "8": return [.end]
    case "3": return [.delete]
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
    return []
  }
}
