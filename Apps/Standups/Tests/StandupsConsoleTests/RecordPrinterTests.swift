import Foundation
import StandupsConsole
import StandupsData
import StandupsFeatures
import Testing

@Suite struct RecordPrinterTests {
  @Test func offersNothingToTypeWhereNobodyTypes() {
    let standup = Standup(id: id(1), handle: "a", title: "A", plannedSeconds: 60)
    var progress = MeetingProgress(standup, startedAt: Date(timeIntervalSince1970: 0))
    var printer = RecordPrinter(isLive: true, isKeyed: false)
    let text = printer.text(progress, typed: "", rings: false, on: Surface())
    #expect(text.contains("Everyone (1 of 1)"))
    #expect(!text.contains("Return:"))
    #expect(!text.contains("> "))
    progress.ask()
    let question = printer.text(progress, typed: "", rings: false, on: Surface())
    #expect(question.contains("End the meeting?"))
  }

  private func begin() -> MeetingProgress {
    let standup = Standup(
      id: id(1),
      handle: "sync",
      title: "Sync",
      plannedSeconds: 10,
      attendees: [Attendee(id: id(2), name: "Ada"), Attendee(id: id(3), name: "Grace")]
    )
    return MeetingProgress(standup, startedAt: Date(timeIntervalSince1970: 0))
  }

  @Test func printsPlainLinesInAPipe() {
    var printer = RecordPrinter(isLive: false)
    var progress = begin()
    let surface = Surface()
    #expect(
      printer.text(progress, typed: "", rings: false, on: surface) == "0:00  Ada speaks (0:05)\n"
    )
    #expect(printer.text(progress, typed: "", rings: false, on: surface) == "")
    progress.tick()
    #expect(
      printer.text(progress, typed: "", rings: false, on: surface) == "0:01  10 % of 0:10, Ada\n"
    )
    progress.ask()
    let question = "End the meeting? Type save, discard or continue.\n"
    #expect(printer.text(progress, typed: "", rings: false, on: surface) == question)
    #expect(printer.text(progress, typed: "", rings: false, on: surface) == "")
    progress.resume()
    progress.ask()
    #expect(printer.text(progress, typed: "", rings: false, on: surface) == question)
  }

  @Test func printsAQuestionThatWasAnsweredBeforeItCouldBeShown() {
    var printer = RecordPrinter(isLive: false)
    var progress = begin()
    progress.ask()
    progress.end(.discard)
    #expect(
      printer.text(progress, typed: "", rings: false, on: Surface()) == """
        0:00  Ada speaks (0:05)
        End the meeting? Type save, discard or continue.
        0:00  Discarded

        """
    )
  }

  @Test func drawsOnlyWhatChangedOnATerminal() {
    var printer = RecordPrinter(isLive: true)
    var progress = begin()
    let surface = Surface()
    #expect(printer.text(progress, typed: "", rings: false, on: surface).contains("Ada speaks"))
    #expect(printer.text(progress, typed: "", rings: false, on: surface) == "")
    #expect(printer.text(progress, typed: "x", rings: false, on: surface) == "\r\u{1B}[2K> x")
    progress.tick()
    let text = printer.text(progress, typed: "x", rings: false, on: surface)
    #expect(text.contains("0:01 / 0:10"))
    #expect(!text.contains("Return:"))
    #expect(!text.contains("10 %"))
  }

  @Test func ringsWhenTimeIsUp() {
    for rings in [true, false] {
      var printer = RecordPrinter(isLive: true)
      var progress = begin()
      for _ in 0..<5 { progress.tick() }
      let text = printer.text(progress, typed: "", rings: rings, on: Surface())
      #expect(text.contains("Ada's time is up"))
      #expect(text.contains("\u{7}") == rings)
    }
  }

  @Test func takesTheRegionAwayAtTheEnd() {
    var printer = RecordPrinter(isLive: true)
    var progress = begin()
    _ = printer.text(progress, typed: "", rings: false, on: Surface())
    progress.end(.discard)
    #expect(
      printer.text(progress, typed: "", rings: false, on: Surface())
        == "\u{1B}[3A\r\u{1B}[0J0:00  Discarded\n"
    )
  }
}
