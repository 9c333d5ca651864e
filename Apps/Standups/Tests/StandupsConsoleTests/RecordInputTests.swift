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

  @Test(arguments: [true, false])
  func understandsALineAsAnAnswer(isKeyed: Bool) {
    #expect(feed("s", isKeyed: isKeyed, isAsking: true) == [])
    #expect(
      feed("\nperhaps\ndo not\n D\ncontinue\ns\n", isKeyed: isKeyed, isAsking: true)
        == [.discard, .resume, .save]
    )
  }

  @Test(arguments: [true, false])
  func refusesALineThatIsNoText(isKeyed: Bool) {
    var input = RecordInput(isKeyed: isKeyed)
    let bytes: [UInt8] = [0xFF, 0x61, 0x0A, 0x62, 0x0A, 0xC3, 0x0A]
    let inputs = bytes.compactMap { input.feed($0, isAsking: false) }
    #expect(inputs == [.unreadable, .note("b"), .unreadable])
  }

  @Test func aQuestionLeavesAHalfTypedNoteAsItIs() {
    var input = RecordInput(isKeyed: true)
    func type(_ text: String, isAsking: Bool) -> [MeetingInput] {
      text.utf8.compactMap { input.feed($0, isAsking: isAsking) }
    }
    #expect(type("half", isAsking: false) == [])
    #expect(type("con", isAsking: true) == [])
    #expect(input.typed(isAsking: true) == "con")
    #expect(type("\r", isAsking: true) == [.resume])
    #expect(type(" a note\r", isAsking: false) == [.note("half a note")])
    #expect(input.typed(isAsking: true) == "")
  }

  @Test func asksAtCtrlD() {
    #expect(feed("\u{4}", isKeyed: true) == [.ask])
    #expect(feed("\u{4}", isKeyed: true, isAsking: true) == [])
  }

  @Test func goesOnAloneWhenThePipeEnds() {
    var input = RecordInput(isKeyed: false)
    #expect(input.end(isAsking: false) == [.leave])
    for byte in "last".utf8 { _ = input.feed(byte, isAsking: false) }
    #expect(input.end(isAsking: false) == [.note("last"), .leave])
    #expect(input.end(isAsking: true) == [.save])
  }
}
