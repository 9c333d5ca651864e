/// Makes characters of bytes that come one by one, as from a terminal.
///
/// Bytes that are no UTF-8 become replacement characters.
public struct CharacterDecoder: Hashable, Sendable {
  /// The bytes of a character that is not complete yet.
  private var partial: [UInt8] = []

  /// Makes a decoder of bytes that begin with a character.
  public init() {}

  /// Takes one byte.
  ///
  /// - Parameter byte: The next byte.
  /// - Returns: The characters that are complete with it: none, one, or two where one was broken off.
  public mutating func feed(_ byte: UInt8) -> [Character] {
    guard byte >= 0x80 else { return end() + [Character(UnicodeScalar(byte))] }
    partial.append(byte)
    if let character = String(validating: partial, as: UTF8.self)?.first {
      partial = []
      return [character]
    }
    if mayGoOn { return [] }
    partial.removeLast()
    let broken = end()
    partial = [byte]
    return broken + (mayGoOn ? [] : end())
  }

  /// Ends a character that is not complete: the next byte belongs to another one.
  ///
  /// - Returns: Its replacement; nothing if there is no such character.
  public mutating func end() -> [Character] {
    defer { partial = [] }
    return partial.isEmpty ? [] : ["\u{FFFD}"]
  }

  /// Whether the bytes may be the beginning of a character.
  private var mayGoOn: Bool {
    let length =
      switch partial.first ?? 0 {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    return partial.count < length && partial.dropFirst().allSatisfy { (0x80...0xBF).contains($0) }
  }
}
