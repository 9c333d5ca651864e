import ProgramDriver
import Testing

@Suite struct DemoTests {
  @Test func holdsAMeetingWithTheBarVisible() throws {
    let program = try Program()
    let terminal = try TerminalSession(program, ["demo", "--speed", "600"])
    #expect(terminal.finish() == 0)
    #expect(terminal.screen.redraws > 20)
    let rows = terminal.screen.rows
    #expect(rows.contains("Morning Sync, meeting 5"))
    #expect(rows.contains("5 meetings, 42:31 in all"))
    #expect(try program.run("list").output.hasPrefix("No stand-ups yet."))
  }

  @Test func leavesStandardInputAlone() throws {
    let finished = try Program().run("demo", "--speed", "2000", input: "/discard\nnot a note\n")
    #expect(finished.status == 0)
    #expect(!finished.output.contains("not a note"))
    #expect(finished.output.contains("5 meetings, 42:31 in all"))
  }

  @Test func endsWithASummaryInAPipe() throws {
    let program = try Program()
    let finished = try program.run("demo", "--speed", "2000")
    #expect(finished.status == 0)
    #expect(finished.errors == "")
    #expect(finished.output.contains("5:05  Chen Wei: I take the review."))
    #expect(finished.output.contains("5 meetings, 42:31 in all"))
  }
}
