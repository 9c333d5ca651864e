import StandupsConsole
import Testing

@Suite struct LineEditorTests {
  private func type(_ bytes: [UInt8]) -> (outcomes: [LineEditor.Outcome], text: String) {
    var editor = LineEditor()
    let outcomes = bytes.compactMap { editor.feed($0) }
    return (outcomes, editor.text)
  }

  private func type(_ text: String) -> (outcomes: [LineEditor.Outcome], text: String) {
    type(Array(text.utf8))
  }

  @Test func givesLines() {
    #expect(type("a\r\nb").outcomes == [.edited, .line("a"), .line(""), .edited])
    #expect(type("a\r\nb").text == "b")
  }

  @Test func editsCharactersAndNotBytes() {
    #expect(type("aé日\u{7F}").text == "aé")
    #expect(type("aé日\u{8}\u{8}\u{8}\u{8}").text == "")
    #expect(type("é").outcomes == [.edited])
  }

  @Test func removesWordsAndLines() {
    #expect(type("one two  \u{17}").text == "one ")
    #expect(type("one two\u{15}x").text == "x")
  }

  @Test func ignoresArrowKeysAndControlCharacters() {
    #expect(type("a\u{1B}[A\u{1B}[1;5C\u{1B}OPb\u{1}\t").text == "ab")
  }

  @Test func aLoneEscapeSwallowsNoKey() {
    #expect(type("a\u{1B}\rb\u{1B}\n").outcomes == [.edited, .line("a"), .edited, .line("b")])
    // A letter behind a lone Esc, too.
    #expect(type("a\u{1B}bc\r").outcomes == [.edited, .edited, .edited, .line("abc")])
    #expect(type("a\u{1B}[\r").outcomes == [.edited, .line("a")])
    #expect(type("\u{1B}\u{1B}[Ab").text == "b")
  }

  @Test func takesNoMoreThanALineOfATerminal() {
    let long = String(repeating: "x", count: LineEditor.longest + 100)
    #expect(type(long).text.count == LineEditor.longest)
  }

  @Test func survivesBytesThatAreNoText() {
    #expect(type([0xFF, UInt8(ascii: "x")]).text == "\u{FFFD}x")
    #expect(type([0xE2, 0x82, UInt8(ascii: "x")]).text == "\u{FFFD}x")
    #expect(type([0xE2, 0xC3, 0xA9]).text == "\u{FFFD}é")
    #expect(type([0xC3, 0x0D]).outcomes == [.line("\u{FFFD}")])
    #expect(type([0xFF, 0x61, 0x0D]).outcomes.last == .line("\u{FFFD}a"))
  }

  @Test func endsOnAnEmptyLineOnly() {
    #expect(type("\u{4}").outcomes == [.endOfInput])
    #expect(type("a\u{4}").outcomes == [.edited])
  }
}
