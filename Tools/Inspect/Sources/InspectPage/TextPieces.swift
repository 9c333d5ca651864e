/// Makes valid UTF-8 of pieces of bytes that may end in the middle of a character.
struct TextPieces: Sendable {
  /// The most bytes of a character that is not complete.
  private static let longest = 3

  private var rest: [UInt8] = []

  /// Adds a piece.
  ///
  /// - Returns: The text up to the last character that may not be complete; what is no UTF-8 is replaced.
  mutating func add(_ piece: some Sequence<UInt8>) -> String.UTF8View {
    let bytes = rest + piece
    // A character begins with the last byte that continues none.
    let end = bytes.indices.suffix(Self.longest).last { bytes[$0] & 0xC0 != 0x80 }
    let isWhole = end.map { bytes[$0] < 0x80 } ?? true
    let cut = isWhole ? bytes.count : end ?? bytes.count
    rest = Array(bytes[cut...])
    return String(decoding: bytes[..<cut], as: UTF8.self).utf8
  }

  /// The rest of the text.
  mutating func finish() -> String.UTF8View {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self).utf8
  }
}
