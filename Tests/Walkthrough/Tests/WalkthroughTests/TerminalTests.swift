import Foundation
import ProgramDriver
import Testing

@Suite struct TerminalTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.run(
      "add",
      "Morning Sync",
      "-l",
      "10m",
      "-a",
      "Ada",
      "-a",
      "Grace",
      "--theme",
      "green"
    )
  }

  private func meetings() throws -> String {
    try program.run("meetings", "morning-sync", "latest").output
  }

  /// The rows of a screen without what depends on how fast the user was.
  private func timeless(_ rows: [String]) -> [String] {
    rows.map { row in
      row.replacing(/\d+:\d\d/, with: "#:##").replacing(/[━╸]+[─┼]*/, with: "<bar>")
        .replacing(/─[─┼]*/, with: "<bar>").replacing(/20\d\d-\d\d-\d\d/, with: "<date>")
    }
  }

  @Test func holdsAMeeting() throws {
    let terminal = try TerminalSession(program, ["record", "morning-sync", "--speed", "0.01"])
    try terminal.wait(for: "> ")
    #expect(
      timeless(terminal.screen.rows) == [
        "#:##  Ada speaks (#:##)",
        "Ada (1 of 2)  #:## of #:##",
        "<bar>  #:## / #:##",
        "Return: Grace · text + Return: note · /pause · /end or Ctrl-C: end early",
        ">",
      ]
    )
    terminal.type("The importer is dn\u{7F}one.")
    try terminal.wait(for: "> The importer is done.")
    terminal.type("\r")
    try terminal.wait(for: "Ada: The importer is done.")
    terminal.type("\r")
    try terminal.wait(for: "Grace (2 of 2)")
    terminal.type("\r")
    #expect(terminal.finish() == 0)
    #expect(
      timeless(terminal.screen.rows) == [
        "#:##  Ada speaks (#:##)",
        "#:##  Ada: The importer is done.",
        "#:##  Grace speaks (#:##)",
        "Saved.",
        "",
        "Morning Sync, meeting 1",
        "<date> #:##, took #:## of #:##",
        "",
        "Ada     #:##",
        "Grace   #:##",
        "",
        "#:##  Ada: The importer is done.",
        "",
      ]
    )
    #expect(try meetings().contains("Ada: The importer is done."))
  }

  @Test func showsTheBarGrowingInPlace() throws {
    let terminal = try TerminalSession(
      program,
      ["record", "morning-sync", "--speed", "600", "--advance", "auto"]
    )
    #expect(terminal.finish() == 0)
    #expect(terminal.screen.redraws > 20)
    #expect(terminal.screen.bells >= 2)
    #expect(terminal.screen.rows.count < 20)
    #expect(terminal.screen.rows.contains { $0.hasSuffix("Ada's time is up") })
    #expect(terminal.screen.rows.contains { $0.hasSuffix("The planned time is up") })
    #expect(terminal.screen.styles.contains("32"))
    #expect(try meetings().contains("took 10:00 of 10:00"))
  }

  @Test(arguments: [
    ("s\r", 0, "took"), ("xd\u{7F}\u{7F}discard\r", 0, ""),
    ("\u{3}", 130, "ended by an interruption"),
  ])
  func asksAtCtrlC(answer: String, status: Int32, kept: String) throws {
    let terminal = try TerminalSession(program, ["record", "morning-sync"])
    try terminal.wait(for: "> ")
    terminal.type("\u{3}")
    try terminal.wait(for: "End the meeting? [s]ave  [d]iscard  [c]ontinue")
    terminal.type(answer)
    #expect(terminal.finish() == status)
    let meetings = try meetings()
    #expect(meetings.isEmpty == kept.isEmpty)
    #expect(meetings.contains(kept) || kept.isEmpty)
  }

  @Test func discardsAtASecondCtrlCWhenToldTo() throws {
    let terminal = try TerminalSession(
      program,
      ["record", "morning-sync", "--on-interrupt", "discard"]
    )
    try terminal.wait(for: "> ")
    terminal.type("\u{3}")
    try terminal.wait(for: "[d]iscard")
    terminal.type("\u{3}")
    #expect(terminal.finish() == 130)
    #expect(try meetings().isEmpty)
  }

  @Test func goesOnAfterCtrlCWhenToldTo() throws {
    let terminal = try TerminalSession(program, ["record", "morning-sync"])
    try terminal.wait(for: "> ")
    terminal.type("\u{3}")
    try terminal.wait(for: "[c]ontinue")
    terminal.type("c\r")
    try terminal.wait(for: "> ")
    terminal.type("/discard\r")
    #expect(terminal.finish() == 0)
    #expect(terminal.screen.rows.contains { $0.hasSuffix("Discarded") })
  }

  @Test func keepsTheMeetingWhenTheTerminalGoesAway() throws {
    for (signal, status) in [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
      let terminal = try TerminalSession(program, ["record", "morning-sync"])
      try terminal.wait(for: "> ")
      terminal.process.send(signal)
      #expect(terminal.finish() == status)
      #expect(try meetings().contains("ended by an interruption"))
    }
  }

  @Test func losesNothingButTheMeetingWhenKilled() throws {
    let before = try program.run("export").output
    let terminal = try TerminalSession(program, ["record", "morning-sync"])
    try terminal.wait(for: "> ")
    terminal.process.send(SIGKILL)
    #expect(terminal.finish() == 137)
    #expect(try program.run("export").output == before)
    #expect(try program.run("record", "morning-sync", input: "/save\n").status == 0)
  }

  @Test func respectsNoColor() throws {
    let terminal = try TerminalSession(
      program,
      ["list"],
      environment: ["NO_COLOR": "1"]
    )
    #expect(terminal.finish() == 0)
    #expect(terminal.screen.styles.isEmpty)
    let colourful = try TerminalSession(program, ["list"])
    #expect(colourful.finish() == 0)
    #expect(!colourful.screen.styles.isEmpty)
  }

  @Test func asksBeforeItRemovesMeetings() throws {
    let recorded = try program.run("record", "morning-sync", input: "/save\n")
    #expect(recorded.status == 0)
    let rejected = try TerminalSession(program, ["remove", "morning-sync"])
    try rejected.wait(for: "Remove morning-sync with 1 held meeting? [y/N]")
    rejected.type("n\r")
    #expect(rejected.finish() == 1)
    let agreed = try TerminalSession(program, ["remove", "morning-sync"])
    try agreed.wait(for: "[y/N]")
    agreed.type("yes\r")
    #expect(agreed.finish() == 0)
    #expect(try program.run("list").output.hasPrefix("No stand-ups yet."))
  }

  @Test func worksInAShell() throws {
    let terminal = try TerminalSession(program, ["shell"])
    try terminal.wait(for: "standups> ")
    terminal.type("nonsense\r")
    try terminal.wait(for: "There is no command \"nonsense\".")
    terminal.type("record morning-sync\r")
    try terminal.wait(for: "Ada (1 of 2)")
    terminal.type("/save\r")
    try terminal.wait(for: "Saved.")
    terminal.type("stats\r")
    try terminal.wait(for: "1 meeting, ")
    terminal.type("exit\r")
    #expect(terminal.finish() == 0)
  }
}
