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

  @Test(arguments: 1...40) func redrawsInPlaceForRandomFrames(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func number(below bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var screen = Screen()
    var shown: [String] = []
    for _ in 0..<30 {
      let lines = (0..<number(below: 6)).map { _ in ["a", "b"][number(below: 2)] }
      let change = ConsoleChange(from: shown, to: lines)
      screen.write(change.redrawing)
      #expect(screen.rows == lines + [""])
      #expect(screen.row == lines.count)
      #expect(change.redrawing.contains("\u{1B}[J") == (lines.count < shown.count))
      shown = lines
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
