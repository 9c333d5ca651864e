import StrataConcurrency
import StrataRendering
import Testing

/// A screen that understands what ``ConsoleChange`` writes.
private struct Screen {
  var rows: [String] = [""]
  var row = 0

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        row += 1
        if row == rows.count { rows.append("") }
      case "\r": break
      case "\u{1B}":
        rest = rest.dropFirst()
        let number = rest.prefix { $0.isNumber }
        rest = rest.dropFirst(number.count)
        switch rest.popFirst() {
        case "A": row -= Int(number) ?? 1
        case "J": rows = Array(rows[..<row]) + [""]
        default: break
        }
      default:
        let line = String(character) + rest.prefix { $0 != "\u{1B}" && $0 != "\n" }
        rest = rest.dropFirst(line.count - 1)
        rows[row] = line
      }
    }
  }
}

@Suite struct ConsoleViewTests {
  @Test func redrawsInPlaceWhateverTheChange() {
    let texts = Locked<[String]>([], rank: .leaf)
    let view = ConsoleView(.redrawing) { text in texts.withLock { $0.append(text) } }
    var screen = Screen()
    let frames = [
      ["a", "b", "c"], ["a", "x", "c"], ["a"], ["a", "b", "c", "d"], ["z", "b", "c", "d"],
    ]
    for lines in frames {
      texts.withLock { $0 = [] }
      view.show(lines)
      for text in texts.withLock({ $0 }) { screen.write(text) }
      #expect(Array(screen.rows.prefix(lines.count)) == lines)
      #expect(screen.row == lines.count)
    }
  }

  @Test func writesOnlyWhatDiffers() {
    let texts = Locked<[String]>([], rank: .leaf)
    let view = ConsoleView(.appending) { text in texts.withLock { $0.append(text) } }
    view.show(["a", "b"])
    view.show(["a", "c"])
    view.show(["a", "c"])
    #expect(texts.withLock { $0 } == ["a\nb\n", "c\n"])
    #expect(view.writtenLineCount == 3)
    #expect(view.lines == ["a", "c"])
  }

  @Test func settledLinesStay() {
    let texts = Locked<[String]>([], rank: .leaf)
    let view = ConsoleView(.redrawing) { text in texts.withLock { $0.append(text) } }
    view.show(["a"])
    view.settle()
    view.show(["a"])
    #expect(texts.withLock { $0 } == ["\ra\u{1B}[K\n", "\ra\u{1B}[K\n"])
  }

  @Test func showsViews() {
    let texts = Locked<[String]>([], rank: .leaf)
    let view = ConsoleView(.appending) { text in texts.withLock { $0.append(text) } }
    view.show(HeadlessText("hello"))
    #expect(texts.withLock { $0 } == ["hello\n"])
  }
}
