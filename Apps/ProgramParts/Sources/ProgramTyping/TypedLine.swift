import ProgramText

/// A line that is being typed, with a cursor.
public struct TypedLine: Hashable, Sendable {
  /// The longest line, in bytes; further input is ignored.
  public static let longest = 1 << 14

  private var characters: [Character] = []
  /// How many characters stand before the cursor.
  public private(set) var cursor = 0
  private var length = 0

  /// Makes a line.
  ///
  /// - Parameter text: The text in it; the cursor stands at its end.
  public init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
    length = text.utf8.count
  }

  /// The text of the line.
  public var text: String { String(characters) }

  /// The text before the cursor.
  public var beginning: String { String(characters[..<cursor]) }

  /// Inserts a text before the cursor.
  ///
  /// A combining mark joins the character before it.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether there was room for it.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    let size = text.utf8.count
    guard length + size <= Self.longest else { return false }
    length += size
    // The character before the cursor may change with a mark, so it is made anew.
    let start = max(0, cursor - 1)
    let joined = Array(String(characters[start..<cursor]) + text)
    characters.replaceSubrange(start..<cursor, with: joined)
    cursor = start + joined.count
    return true
  }

  /// Deletes some characters.
  ///
  /// - Parameter range: The characters to delete.
  public mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    length -= characters[range].reduce(0) { $0 + $1.utf8.count }
    characters.removeSubrange(range)
    if cursor > range.upperBound {
      cursor -= range.count
    } else {
      cursor = min(cursor, range.lowerBound)
    }
  }

  /// Moves the cursor.
  ///
  /// - Parameter place: How many characters are to stand before it; as many as there are at most.
  public mutating func move(to place: Int) { cursor = max(0, min(place, characters.count)) }

  /// How many characters there are.
  public var count: Int { characters.count }

  /// The beginning of the word before the cursor.
  public var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  /// The end of the word behind the cursor.
  public var wordEnd: Int {
    var place = cursor
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    while place < characters.count, !characters[place].isWhitespace { place += 1 }
    return place
  }

  /// The text that draws the line over the one that was drawn before, in one row of a terminal.
  ///
  /// Of a line that is too wide, the part around the cursor is shown; a narrow terminal shows no prompt.
  ///
  /// - Parameters:
  ///   - prompt: The text before it.
  ///   - columns: How wide the terminal is.
  /// - Returns: The text to write; it leaves the terminal's cursor where that of the line is.
  /// - Complexity: O(columns)
  public func drawn(after prompt: String, columns: Int) -> String {
    let prompt = DisplayText.width(prompt) + 8 <= columns ? prompt : ""
    let room = max(0, columns - DisplayText.width(prompt) - 1)
    var (before, width) = ([String](), 0)
    for character in characters[..<cursor].reversed() {
      let cell = DisplayText.printable(String(character))
      let wide = DisplayText.width(cell)
      if width + wide > room { break }
      before.append(cell)
      width += wide
    }
    let place = width
    var behind = ""
    for character in characters[cursor...] {
      let cell = DisplayText.printable(String(character))
      let wide = DisplayText.width(cell)
      if width + wide > room { break }
      behind += cell
      width += wide
    }
    let cursorPlace = DisplayText.width(prompt) + place
    let move = cursorPlace > 0 ? "\r\u{1B}[\(cursorPlace)C" : "\r"
    return "\r\u{1B}[K\(prompt)\(before.reversed().joined())\(behind)\(move)"
  }
}
