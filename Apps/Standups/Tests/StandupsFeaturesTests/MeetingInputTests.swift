import StandupsFeatures
import Testing

@Suite struct MeetingInputTests {
  @Test(arguments: [
    ("", MeetingInput.next), ("  ", .next), ("/next", .next), ("/END ", .ask), ("/save", .save),
    ("/discard", .discard), (" a note ", .note(" a note ")),
    ("/usr is full", .note("/usr is full")),
    ("/usr", .unknown(command: "/usr")), ("/svae", .unknown(command: "/svae")),
    (" /save now", .unknown(command: "/save")), ("/usr/bin", .note("/usr/bin")),
    ("save", .note("save")),
  ])
  func understandsLines(line: String, input: MeetingInput) {
    #expect(MeetingInput(line: line) == input)
  }

  @Test func understandsAnswers() {
    #expect(MeetingInput(answer: "S") == .save)
    #expect(MeetingInput(answer: "d") == .discard)
    #expect(MeetingInput(answer: "c") == .resume)
    #expect(MeetingInput(answer: " Disc ") == .discard)
    #expect(MeetingInput(answer: "continue") == .resume)
    for answer in ["", " ", "x", "dont", "saved", "/save"] {
      #expect(MeetingInput(answer: answer) == nil)
    }
  }
}
