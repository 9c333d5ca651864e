import StandupsConsole
import StandupsFeatures
import Testing

@Suite struct RecordInputTests {
  private func feed(_ text: String, isKeyed: Bool, isAsking: Bool = false) -> [MeetingInput] {
    var input = RecordInput(isKeyed: isKeyed)
    return text.utf8.compactMap { input.feed($0, isAsking: isAsking) }
  }

  @Test(arguments: [true, false])
  func understandsLines(isKeyed: Bool) {
    #expect(
      feed("hello\n\n/end\n", isKeyed: isKeyed) == [.note("hello"), .next, .ask]
    )
  }

  @Test func understandsOneKeyAsAnAnswerOnATerminal() {
    #expect(feed("xs", isKeyed: true, isAsking: true) == [.save])
    #expect(feed("\r", isKeyed: true, isAsking: true) == [])
  }

  @Test func understandsAWordAsAnAnswerInAPipe() {
    #expect(
      feed("perhaps\n discard\ncontinue\n", isKeyed: false, isAsking: true) == [.discard, .resume]
    )
  }

  @Test func asksAtCtrlD() {
    #expect(feed("\u{4}", isKeyed: true) == [.ask])
  }

  @Test func goesOnAloneWhenThePipeEnds() {
    var input = RecordInput(isKeyed: false)
    #expect(input.end(isAsking: false) == [.leave])
    for byte in "last".utf8 { _ = input.feed(byte, isAsking: false) }
    #expect(input.end(isAsking: false) == [.note("last"), .leave])
    #expect(input.end(isAsking: true) == [.save])
  }
}
