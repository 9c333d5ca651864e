import Foundation
import Testing

@testable import StandupsData

@Suite struct SummaryExportTests {
  private var team: [Standup] {
    var held = meeting(
      7,
      at: 1_767_600_000,
      seconds: 90,
      turns: [Turn(name: "Ada | <b>", seconds: 60), Turn(name: "Grace", seconds: 30)]
    )
    held.ending = .early
    held.transcript = [TranscriptLine(second: 5, speaker: "Ada", text: "It, works;\nwell *now*")]
    return [standup(1, "ops", title: "Ops, #1", attendees: ["Ada"], meetings: [held])]
  }

  @Test func markdownIsAPageForPeople() {
    #expect(
      MarkdownSummary.text(team, timeZone: .gmt) == """
        # Stand-ups

        ## Ops, \\#1

        - Handle: `ops`
        - Planned length: 15m
        - People: Ada
        - Meetings: 1

        | speaker | turns | time |
        |---|--:|--:|
        | Ada \\| \\<b\\> | 1 | 1:00 |
        | Grace | 1 | 0:30 |

        ### 1: 2026-01-05 08:00, 1:30, early

        - 0:05 **Ada**: It, works; well \\*now\\*

        """
    )
    #expect(MarkdownSummary.text([], timeZone: .gmt) == "# Stand-ups\n\nThere are none.\n")
  }

  @Test func noExportForPeopleHasControlCharacters() {
    var held = meeting(7, at: 0, turns: [Turn(name: "A\u{1B}[2J\u{9B}1m", seconds: 60)])
    held.transcript = [TranscriptLine(second: 5, speaker: "\u{202E}B", text: "c\u{85}\u{7}")]
    let team = [standup(1, "ops", title: "O\u{9B}2J", attendees: ["\u{1B}c"], meetings: [held])]
    for text in [
      MarkdownSummary.text(team, timeZone: .gmt), MeetingsTable.text(team),
      CalendarFile.text(team),
    ] {
      let controls = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && !"\r\n".unicodeScalars.contains($0)
      }
      #expect(controls.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test func markupAndLineEndsOfANoteAreText() {
    #expect(MarkdownSummary.escaped("a*b\r\nc\rd\ne\u{2028}f") == "a\\*b c d e f")
    #expect(MarkdownSummary.escaped("#\u{301}\u{1B}é") == "\\#\u{301}\u{FFFD}é")
  }

  @Test func aCalendarHasAnEventForEachMeeting() {
    let lines = CalendarFile.text(team).components(separatedBy: "\r\n")
    #expect(lines.first == "BEGIN:VCALENDAR")
    #expect(lines.suffix(2) == ["END:VCALENDAR", ""])
    #expect(lines.contains("UID:00000000-0000-0000-0000-000000000007@standups"))
    #expect(lines.contains("DTSTART:20260105T080000Z"))
    #expect(lines.contains("DURATION:PT90S"))
    #expect(lines.contains("SUMMARY:Ops\\, #1"))
    let whole = lines.joined(separator: "\r\n").replacingOccurrences(of: "\r\n ", with: "")
    #expect(
      whole.contains("DESCRIPTION:Ada | <b> 1:00\\nGrace 0:30\\n[0:05] Ada: It\\, works\\;\\nwell")
    )
  }

  @Test func linesOfACalendarAreFolded() {
    let text = String(repeating: "日本é", count: 60)
    let folded = CalendarFile.folded(text)
    for line in folded.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
    #expect(folded.replacingOccurrences(of: "\r\n ", with: "") == text)
    #expect(CalendarFile.escaped("a\u{7}b\r\n\tc\\") == "ab\\n c\\\\")
  }
}
