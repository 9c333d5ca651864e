import Foundation
import StandupsConsole
import StandupsData
import Testing

@Suite struct ScreensTests {
  private let surface = Surface()
  private let sync = Standup(
    id: id(1),
    handle: "sync",
    title: "Sync",
    plannedSeconds: 600,
    attendees: [Attendee(id: id(2), name: "Ada"), Attendee(id: id(3), name: "Grace")],
    meetings: (0..<7).map { number in
      Meeting(
        id: id(10 + number),
        date: Date(timeIntervalSince1970: 1_767_600_000 + Double(number) * 86_400),
        seconds: 590 + 10 * number,
        ending: number == 0 ? .early : .finished,
        turns: [Turn(name: "Ada", seconds: 300), Turn(name: "Grace", seconds: 290 + 10 * number)],
        transcript: [TranscriptLine(second: 65, speaker: "Ada", text: "Done\u{1B}[2J.")]
      )
    }
  )

  @Test func listsStandups() {
    #expect(
      ListScreen.lines([sync], on: surface) == [
        "HANDLE  TITLE  LENGTH  PEOPLE  MEETINGS  LAST",
        "sync    Sync      10m       2         7  2026-01-11 08:00",
      ]
    )
    #expect(
      ListScreen.lines([], on: surface)
        == ["No stand-ups yet. Add one: standups add \"Morning Sync\" --attendee Ada"]
    )
  }

  @Test func showsOneStandup() {
    #expect(
      StandupScreen.lines(sync, on: surface) == [
        "Sync  sync",
        "Length    10m (5:00 each)",
        "Theme     plain",
        "People    Ada, Grace",
        "Meetings  7",
        "",
        "NO.  DATE               TOOK  PLANNED  ENDED     NOTES",
        "  3  2026-01-07 08:00  10:10    10:00  finished      1",
        "  4  2026-01-08 08:00  10:20    10:00  finished      1",
        "  5  2026-01-09 08:00  10:30    10:00  finished      1",
        "  6  2026-01-10 08:00  10:40    10:00  finished      1",
        "  7  2026-01-11 08:00  10:50    10:00  finished      1",
        "2 earlier; see all: standups meetings sync",
      ]
    )
  }

  @Test func tellsANewcomerWhatToDoNext() {
    let empty = Standup(id: id(1), handle: "sync", title: "Sync", plannedSeconds: 60)
    #expect(
      StandupScreen.lines(empty, on: surface).suffix(2) == [
        "People    nobody yet; add them: standups edit sync --attendee NAME",
        "Meetings  none yet; hold one: standups record sync",
      ]
    )
    #expect(
      MeetingsScreen.lines(empty, on: surface) == [
        "No meetings yet. Hold one: standups record sync"
      ]
    )
  }

  @Test func showsOneMeeting() {
    #expect(
      MeetingScreen.lines(sync.meetings[6], number: 7, of: sync, on: surface) == [
        "Sync, meeting 7",
        "2026-01-11 08:00, took 10:50 of 10:00, 0:50 over",
        "",
        "Ada     5:00  " + String(repeating: "━", count: 25) + "╸",
        "Grace   5:50  " + String(repeating: "━", count: 30),
        "",
        "1:05  Ada: Done\u{FFFD}[2J.",
      ]
    )
    #expect(
      MeetingScreen.lines(sync.meetings[0], number: 1, of: sync, on: surface)[1]
        == "2026-01-05 08:00, took 9:50 of 10:00, ended early"
    )
  }

  @Test func countsMeetings() {
    #expect(
      StatisticsScreen.lines(Statistics(of: [sync]), on: surface) == [
        "7 meetings, 1:12:20 in all",
        "",
        "STAND-UP  MEETINGS  AVERAGE  LONGEST  PLANNED  OVER",
        "sync             7    10:20    10:50    10:00     5",
        "",
        "SPEAKER  TURNS  AVERAGE  LONGEST  TOTAL",
        "Grace        7     5:20     5:50  37:20",
        "Ada          7     5:00     5:00  35:00",
      ]
    )
    #expect(StatisticsScreen.lines(Statistics(of: []), on: surface) == ["No meetings to count."])
  }

  @Test func showsDatesInTheTimeZoneOfTheReader() {
    let zone = TimeZone(secondsFromGMT: -9 * 3600)!
    #expect(
      Surface(timeZone: zone).date(Date(timeIntervalSince1970: 1_767_600_000)) == "2026-01-04 23:00"
    )
  }
}
