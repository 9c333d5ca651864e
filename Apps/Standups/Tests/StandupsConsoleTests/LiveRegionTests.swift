import StandupsConsole
import Testing

@Suite struct LiveRegionTests {
  /// Shows what a terminal makes of a text: `\r`, `\n`, erase line, erase below, cursor up.
  private struct Screen {
    var cells: [[Character]] = [[]]
    var row = 0
    var column = 0
    var rows: [String] { cells.map { String($0) } }

    mutating func feed(_ text: String) {
      var rest = text[...]
      while let character = rest.popFirst() {
        switch character {
        case "\r": column = 0
        case "\n":
          row += 1
          column = 0
          if row == cells.count { cells.append([]) }
        case "\u{1B}":
          let end = rest.firstIndex(where: \.isLetter)!
          obey(rest[end], rest[..<end].dropFirst())
          rest = rest[rest.index(after: end)...]
        default:
          cells[row] =
            Array(cells[row].prefix(column)) + [character] + cells[row].dropFirst(column + 1)
          column += 1
        }
      }
    }

    private mutating func obey(_ letter: Character, _ number: Substring) {
      switch letter {
      case "A": row -= Int(number)!
      case "K": cells[row] = []
      case "J": cells = Array(cells[..<row]) + [Array(cells[row].prefix(column))]
      default: cells[row] = ["?"]
      }
    }
  }

  @Test func showsWhatIsDrawn() {
    var region = LiveRegion()
    var screen = Screen()
    for lines in [
      ["a", "b", "c"], ["a", "x", "c"], ["z", "x", "d"], ["y"], ["p", "q"], ["p", "r"], ["s", "r"],
    ] {
      screen.feed(region.draw(lines))
      #expect(screen.rows.prefix(lines.count).elementsEqual(lines), "\(lines)")
      #expect(screen.row == lines.count - 1)
    }
  }

  @Test func writesNothingWhenNothingChanged() {
    var region = LiveRegion()
    _ = region.draw(["a", "b"])
    #expect(region.draw(["a", "b"]) == "")
  }

  @Test func writesOnlyLinesThatChanged() {
    var region = LiveRegion()
    _ = region.draw(["a", "b"])
    #expect(region.draw(["a", "c"]) == "\r\u{1B}[2Kc")
    #expect(region.draw(["d", "c"]) == "\u{1B}[1A\r\u{1B}[2Kd\n\r\u{1B}[2Kc")
    _ = region.draw(["d", "e", "f", "g"])
    #expect(region.draw(["D", "e", "f", "G"]) == "\u{1B}[3A\r\u{1B}[2KD\n\n\n\r\u{1B}[2KG")
  }

  @Test func erasesAndFinishes() {
    var region = LiveRegion()
    #expect(region.erase() == "")
    #expect(region.finish() == "")
    _ = region.draw(["a", "b"])
    #expect(region.erase() == "\u{1B}[1A\r\u{1B}[0J")
    _ = region.draw(["a"])
    #expect(region.finish() == "\n")
    #expect(region.draw(["a"]) == "\r\u{1B}[2Ka")
  }
}
