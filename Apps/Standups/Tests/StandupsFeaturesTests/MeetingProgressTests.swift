import Foundation
import StandupsData
import StandupsFeatures
import Testing

@Suite struct MeetingProgressTests {
  private func progress(
    _ names: [String] = ["Ada", "Grace", "Edsger"],
    seconds: Int = 10,
    advance: MeetingProgress.Advance = .hand,
    script: TranscriptScript = TranscriptScript()
  ) -> MeetingProgress {
    let attendees = names.map { Attendee(id: UUID(), name: $0) }
    let standup = Standup(
      id: UUID(),
      handle: "sync",
      title: "Sync",
      plannedSeconds: seconds,
      attendees: attendees
    )
    return MeetingProgress(
      standup,
      startedAt: Date(timeIntervalSince1970: 0),
      advance: advance,
      script: script
    )
  }

  private func pass(_ seconds: Int, in progress: inout MeetingProgress) {
    for _ in 0..<seconds { progress.tick() }
  }

  @Test func beginsWithTheFirstSpeaker() {
    let progress = progress()
    #expect(progress.turns == [Turn(name: "Ada", seconds: 0)])
    #expect(progress.events == [.init(second: 0, kind: .speaks("Ada", share: 3))])
    #expect(progress.phase == .running)
  }

  @Test func sharesAddUpToThePlan() {
    for (count, seconds) in [(3, 10), (7, 600), (1, 5), (9, 901)] {
      let progress = progress((1...count).map { "P\($0)" }, seconds: seconds)
      #expect((0..<count).reduce(0) { $0 + progress.share(of: $1) } == seconds)
    }
  }

  @Test func countsEachTurn() {
    var progress = progress()
    pass(4, in: &progress)
    progress.next()
    pass(1, in: &progress)
    progress.next()
    pass(2, in: &progress)
    progress.next()
    #expect(progress.phase == .ended(.save(.finished)))
    #expect(progress.turns.map(\.seconds) == [4, 1, 2])
    #expect(progress.seconds == 7)
    let meeting = progress.meeting(id: UUID())
    #expect(meeting?.seconds == 7)
    #expect(meeting?.ending == .finished)
    #expect(meeting?.date == Date(timeIntervalSince1970: 0))
  }

  @Test func alertsOnceWhenAShareAndTheTimeAreUp() {
    var progress = progress(["Ada"], seconds: 20)
    pass(22, in: &progress)
    let alerts = progress.events.dropFirst().filter {
      if case .passed = $0.kind { false } else { true }
    }
    #expect(
      alerts == [
        .init(second: 20, kind: .shareIsUp("Ada")), .init(second: 20, kind: .timeIsUp),
      ]
    )
    let half = progress.events.filter { $0.kind == .passed(tenths: 5, speaker: "Ada") }
    #expect(half.map(\.second) == [10])
    #expect(progress.phase == .running)
  }

  @Test func goesOnByItselfWhenToldTo() {
    var progress = progress(advance: .auto)
    pass(10, in: &progress)
    #expect(progress.turns.map(\.seconds) == [3, 3, 4])
    #expect(progress.phase == .ended(.save(.finished)))
    pass(5, in: &progress)
    #expect(progress.seconds == 10)
  }

  @Test func neverEndsByItselfWhileSomebodyIsAsked() {
    var progress = progress(["Ada"], seconds: 3, advance: .auto)
    progress.ask()
    pass(5, in: &progress)
    #expect(progress.phase == .asking)
    progress.resume()
    pass(1, in: &progress)
    #expect(progress.phase == .ended(.save(.finished)))
    #expect(progress.seconds == 6)
  }

  @Test func timeStandsStillInAPause() {
    var progress = progress(["Ada", "Grace"], seconds: 10, advance: .auto)
    progress.apply(.pause)
    pass(3, in: &progress)
    #expect(progress.seconds == 0)
    progress.apply(.pause)
    pass(1, in: &progress)
    #expect(progress.seconds == 1)
    #expect(progress.events.map(\.kind).contains(.resumed))
  }

  @Test func aQuestionDoesNotEndAPause() {
    var progress = progress(["Ada"], seconds: 10)
    progress.apply(.pause)
    progress.apply(.ask)
    pass(2, in: &progress)
    progress.apply(.resume)
    #expect(progress.phase == .paused)
    #expect(progress.seconds == 0)
    progress.apply(.resume)
    #expect(progress.phase == .running)
  }

  @Test func aPauseEndsWhenNobodyCanEndIt() {
    var progress = progress(["Ada"], seconds: 3)
    progress.apply(.pause)
    progress.apply(.leave)
    pass(3, in: &progress)
    #expect(progress.phase == .ended(.save(.finished)))
  }

  @Test func savesOrDiscardsAsAsked() {
    var saved = progress()
    pass(2, in: &saved)
    saved.ask()
    saved.apply(.save)
    #expect(saved.meeting(id: UUID())?.ending == .early)
    var discarded = progress()
    discarded.apply(.ask)
    discarded.apply(.discard)
    #expect(discarded.phase == .ended(.discard))
    #expect(discarded.meeting(id: UUID()) == nil)
  }

  @Test func doesNothingAfterTheEnd() {
    var progress = progress()
    progress.end(.save(.early))
    let ended = progress
    progress.tick()
    progress.next()
    progress.note("late")
    progress.ask()
    progress.end(.discard)
    #expect(progress == ended)
  }

  @Test func notesForTheCurrentSpeaker() {
    var progress = progress()
    pass(2, in: &progress)
    progress.note("first")
    progress.next()
    progress.note("second")
    #expect(
      progress.transcript == [
        TranscriptLine(second: 2, speaker: "Ada", text: "first"),
        TranscriptLine(second: 2, speaker: "Grace", text: "second"),
      ]
    )
  }

  @Test func notesTheScriptAsTheMeetingReachesIt() throws {
    let script = try TranscriptScript(
      """
      [0:00] now
      [0:02] Grace: at two
      Grace: as I begin
      and more
      [9:00] much later
      Edsger: never spoke
      """,
      names: ["Ada", "Grace", "Edsger"],
      path: "t.txt"
    )
    var progress = progress(script: script)
    pass(2, in: &progress)
    progress.next()
    pass(1, in: &progress)
    progress.end(.save(.early))
    #expect(
      progress.transcript == [
        TranscriptLine(second: 0, speaker: "Ada", text: "now"),
        TranscriptLine(second: 2, speaker: "Grace", text: "at two"),
        TranscriptLine(second: 2, speaker: "Grace", text: "as I begin"),
        TranscriptLine(second: 2, speaker: "Grace", text: "and more"),
        TranscriptLine(second: 3, speaker: "Grace", text: "much later"),
        TranscriptLine(second: 3, speaker: "Edsger", text: "never spoke"),
      ]
    )
  }

  @Test func isHeldByEveryoneWhereNobodyIsListed() {
    #expect(progress([]).names == ["Everyone"])
    #expect(progress([]).share(of: 0) == 10)
  }
}
