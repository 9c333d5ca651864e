import ProgramText
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("\u{1B}[31mred\u{1B}[0m", 3),
    ("━╸", 2),
  ])
  func countsCells(text: String, cells: Int) {
    #expect(DisplayText.width(text) == cells)
  }

  @Test func showsControlCharactersInsteadOfSendingThem() {
    #expect(
      DisplayText.printable("a\u{1B}[2Jb\n\u{202E}\u{9B}c")
        == "a\u{FFFD}[2Jb \u{FFFD}\u{FFFD}c"
    )
    #expect(DisplayText.printable("a\r\u{2028}\u{200F}\tb\u{61C}") == "a  \u{FFFD} b\u{FFFD}")
    #expect(DisplayText.printable("Ünïcode 日本 👩‍👩‍👧") == "Ünïcode 日本 👩‍👩‍👧")
    #expect(DisplayText.printableLines("a\u{7}\nb") == "a\u{FFFD}\nb")
  }

  @Test func cutsWithAnEllipsis() {
    #expect(DisplayText.cut("abcdef", to: 6) == "abcdef")
    #expect(DisplayText.cut("abcdef", to: 4) == "abc…")
    #expect(DisplayText.cut("日本語", to: 4) == "日… ")
    #expect(DisplayText.cut("abc", to: 0) == "")
  }

  @Test func padsOrCutsToAWidth() {
    #expect(DisplayText.fit("ab", to: 4) == "ab  ")
    #expect(DisplayText.fit("abcdef", to: 4) == "abc…")
  }
}
