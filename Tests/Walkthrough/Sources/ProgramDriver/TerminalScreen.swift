/// The contents of a terminal after some bytes: the part of a VT100 that the program uses.
package struct TerminalScreen {
  private var cells: [[Character]] = [[]]
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []
  /// The colours and weights that were used, as the numbers in their sequences.
  package private(set) var styles: Set<String> = []
  /// The number of times that the bell rang.
  package private(set) var bells = 0
  /// The number of times that a line was drawn again.
  package private(set) var redraws = 0

  package init() {}

  /// The rows with what scrolled out above, without spaces at their ends.
  package var rows: [String] {
    cells.map { row in
      var text = String(row)
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }

  /// Whether a text stands in one of the rows.
  package func shows(_ text: String) -> Bool {
    cells.contains { String($0).contains(text) }
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    guard let text = String(validating: pending, as: UTF8.self) else { return }
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      guard scalar == "\u{1B}" else {
        show(scalar)
        rest.removeFirst()
        continue
      }
      guard let end = rest.dropFirst(2).firstIndex(where: { $0.properties.isAlphabetic }) else {
        break
      }
      obey(rest[end], String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    pending = Array(String(rest).utf8)
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": column = 0
    case "\n":
      row += 1
      if row == cells.count { cells.append([]) }
    case "\u{7}": bells += 1
    default:
      while cells[row].count <= column { cells[row].append(" ") }
      cells[row][column] = Character(scalar)
      column += 1
    }
  }

  private mutating func obey(_ letter: Unicode.Scalar, _ number: String) {
    switch letter {
    case "A": row = max(0, row - (Int(number) ?? 1))
    case "J": cells = Array(cells[..<row]) + [Array(cells[row].prefix(column))]
    case "K":
      cells[row] = number == "2" ? [] : Array(cells[row].prefix(column))
      redraws += 1
    case "C": column += Int(number) ?? 1
    // Such as the brackets around pasted texts.
    case "h", "l": break
    case "m": styles.insert(number)
    default: cells[row] = Array("unknown sequence \(number)\(letter)")
    }
  }
}
