import Foundation
import ProgramText
import StandupsConsole
import StandupsData
import StandupsFeatures
import Testing

@Suite struct RecordScreenTests {
  private func progress(after seconds: Int) -> MeetingProgress {
    let standup = Standup(
      id: id(1),
      handle: "sync",
      title: "Sync",
      plannedSeconds: 60,
      attendees: ["Ada", "Grace", "Edsger"].enumerated().map {
        Attendee(id: id(10 + $0), name: $1)
      }
    )
    var progress = MeetingProgress(standup, startedAt: Date(timeIntervalSince1970: 0))
    for _ in 0..<seconds { progress.tick() }
    return progress
  }

  private func lines(_ progress: MeetingProgress, typed: String = "", columns: Int = 80) -> [String]
  {
    RecordScreen.lines(progress, typed: typed, on: Surface(columns: columns))
  }

  @Test func showsSpeakerBarHintAndPrompt() {
    #expect(
      lines(progress(after: 15), typed: "a note") == [
        "Ada (1 of 3)  0:15 of 0:20",
        "━━━━━━━━━━━━━━━─────┼───────────────────┼───────────────────  0:15 / 1:00",
        "Return: Grace · text + Return: note · /pause · /end or Ctrl-C: end early",
        "> a note",
      ]
    )
  }

  @Test func saysWhatReturnDoesLast() {
    var progress = progress(after: 5)
    progress.next()
    progress.next()
    #expect(lines(progress)[0] == "Edsger (3 of 3)  0:00 of 0:20")
    #expect(lines(progress)[2].hasPrefix("Return: finish"))
  }

  @Test func asksInPlaceOfThePrompt() {
    var progress = progress(after: 1)
    progress.ask()
    #expect(lines(progress)[3] == "End the meeting? [s]ave  [d]iscard  [c]ontinue ")
  }

  @Test(arguments: [10, 20, 40, 80, 200])
  func fitsTheTerminal(columns: Int) {
    let typed = String(repeating: "long note ", count: 30)
    for line in lines(progress(after: 30), typed: typed, columns: columns).dropFirst() {
      #expect(DisplayText.width(line) <= max(columns, 15), "\(line)")
    }
    #expect(lines(progress(after: 0), typed: typed, columns: 40)[3].hasSuffix("note "))
  }

  @Test func tellsEvents() {
    let progress = progress(after: 0)
    let tell = { (kind: MeetingProgress.Event.Kind) in
      RecordScreen.line(
        MeetingProgress.Event(second: 65, kind: kind),
        of: progress,
        paint: Paint(isOn: false)
      )
    }
    #expect(tell(.speaks("Ada", share: 90)) == "1:05  Ada speaks (1:30)")
    #expect(tell(.shareIsUp("Ada")) == "1:05  Ada's time is up")
    #expect(tell(.timeIsUp) == "1:05  The planned time is up")
    #expect(tell(.noted(speaker: "Ada", text: "x\u{1B}y")) == "1:05  Ada: x\u{FFFD}y")
    #expect(tell(.passed(tenths: 3, speaker: "Ada")) == "1:05  30 % of 1:00, Ada")
    #expect(tell(.ended(.discard)) == "1:05  Discarded")
    #expect(tell(.ended(.save(.early))) == nil)
  }
}
