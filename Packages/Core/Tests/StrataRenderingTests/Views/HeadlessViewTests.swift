import StrataRendering
import Testing

private struct Greeting: HeadlessView {
  var names: [String]
  var isLoud = false

  var body: some HeadlessView {
    HeadlessVStack {
      HeadlessText("Hello")
      if isLoud { HeadlessText("!!!") }
      for name in names { HeadlessText(name) }
      HeadlessHStack {
        HeadlessText("a")
        HeadlessText("b")
      }
    }
  }
}

private struct Choice: HeadlessView {
  var number: Int

  var body: some HeadlessView {
    switch number {
    case 0: HeadlessText("none")
    case 1: HeadlessText("one\nline more")
    default: HeadlessVStack { HeadlessText("many") }
    }
  }
}

@Suite struct HeadlessViewTests {
  @Test func aTextHasALineForEachLineBreak() {
    #expect(HeadlessText("a\nb\r\n\r\nc").lines == ["a", "b", "", "c"])
    #expect(HeadlessText("").lines == [""])
  }

  @Test func printsTextsStacksLoopsAndConditions() {
    #expect(Greeting(names: ["x", "y"]).lines == ["Hello", "x", "y", "a b"])
    #expect(Greeting(names: [], isLoud: true).lines == ["Hello", "!!!", "a b"])
  }

  @Test func printsTheChosenBranch() {
    #expect(
      (0...2).map { Choice(number: $0).lines } == [["none"], ["one", "line more"], ["many"]]
    )
  }
}
