/// The rule for a kind of text of a board.
///
/// The rule applies to typed texts and to texts in a file, so that a file that was written can be read.
package struct TextRule: Sendable {
  /// The kind of text, as a sentence begins.
  let name: String
  /// How many bytes it has at most.
  let length: Int
  /// Whether it may have several lines, and be empty.
  let isLong: Bool

  package static let boardTitle = TextRule(name: "The board's title", length: 200, isLong: false)
  package static let columnName = TextRule(name: "The column's name", length: 200, isLong: false)
  package static let cardTitle = TextRule(name: "The title", length: 1_000, isLong: false)
  package static let label = TextRule(name: "A label", length: 100, isLong: false)
  package static let item = TextRule(name: "An item", length: 1_000, isLong: false)
  package static let reason = TextRule(name: "The reason", length: 1_000, isLong: false)
  package static let text = TextRule(name: "The text", length: 20_000, isLong: true)

  /// Checks that a text follows the rule.
  ///
  /// - Throws: ``BoardFault`` that says what is wrong.
  package func check(_ text: String) throws(BoardFault) {
    let utf8 = text.utf8
    guard utf8.count <= length else {
      throw BoardFault("\(name) has more than \(length) bytes.")
    }
    if !isLong, !utf8.contains(where: { $0 > 0x20 }) { throw BoardFault("\(name) is empty.") }
    let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if !isPlain, text.unicodeScalars.contains(where: isForbidden) {
      throw BoardFault("\(name) has a control character.")
    }
  }

  /// Both control ranges, and the characters that change the direction of the following text.
  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: !isLong
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// Why a change cannot be made, in a sentence.
package struct BoardFault: Error, Hashable, Sendable {
  package let message: String
  /// Whether a named object does not exist.
  package let isMissing: Bool

  package init(_ message: String, isMissing: Bool = false) {
    self.message = message
    self.isMissing = isMissing
  }
}

/// The limits of a board.
package enum BoardLimit: Sendable {
  package static let columns = 50
  package static let labels = 20
  package static let items = 200
  /// The largest number of a card or a column.
  package static let number = 1_000_000_000
  /// How many operations one change has at most.
  package static let operations = 10_000
  /// How many changes are taken back, or made again, at once.
  package static let turns = 1_000
  /// How many steps of work a history takes at most, those that were taken back and made again included.
  package static let steps = 2_000_000
}
