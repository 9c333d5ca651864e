import Foundation
import ProgramStreams
import StandupsConsole
import StandupsData
import Testing

@Suite struct CommandsTests {
  /// A session whose data file contains `ops` with one past meeting.
  private func prepared(_ input: PreparedInput = PreparedInput()) throws -> TestProgram {
    let test = try TestProgram(input: input)
    let ops = Standup(
      id: id(900),
      handle: "ops",
      title: "Ops",
      plannedSeconds: 60,
      attendees: [Attendee(id: id(901), name: "Ada")],
      meetings: [
        Meeting(
          id: id(902),
          date: Date(timeIntervalSince1970: 1_767_500_000),
          seconds: 50,
          ending: .finished,
          turns: [Turn(name: "Ada", seconds: 50)]
        )
      ]
    )
    _ = try DocumentFile(path: test.dataPath).update { $0.standups = [ops] }
    return test
  }

  private func standups(_ test: TestProgram) throws -> [Standup] {
    try DocumentFile(path: test.dataPath).load().standups
  }

  @Test func editsByBeginning() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("edit", "op", "--title", "Operations", "-a", "Grace") == 0)
    #expect(try standups(test)[0].title == "Operations")
    #expect(try standups(test)[0].attendees.map(\.name) == ["Ada", "Grace"])
    #expect(await test.run("edit", "ops", "--remove-attendee", "Grac") == 66)
    #expect(
      test.errors.text
        == "standups: Nobody called \"Grac\" attends ops. Did you mean Grace?\n"
    )
  }

  @Test func removesHeldMeetingsOnlyWhenForced() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("remove", "ops") == 64)
    #expect(
      test.errors.text == "standups: Remove ops with 1 held meeting? Nobody can be asked here; "
        + "say --force.\n"
    )
    #expect(await test.run("remove", "ops", "--meeting", "1", "--force") == 0)
    #expect(try standups(test)[0].meetings.isEmpty)
    #expect(await test.run("remove", "ops") == 0)
    #expect(try standups(test).isEmpty)
  }

  @Test func showsMeetings() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("meetings", "ops", "latest") == 0)
    #expect(test.output.text.hasPrefix("Ops, meeting 1\n2026-01-04 04:13, took 0:50 of 1:00\n"))
    #expect(await test.run("meetings", "ops", "2") == 66)
    #expect(test.errors.text == "standups: ops has no meeting 2: only meeting 1 was held.\n")
    #expect(await test.run("meetings", "ops", "x") == 64)
    #expect(await test.run("meetings", "ops", "-1", "--json") == 0)
    #expect(test.output.writes[1].contains("\"number\" : 1"))
    #expect(await test.run("meetings", "ops", "-2") == 66)
  }

  @Test(arguments: ["-1", "latest", "1"])
  func removesAMeetingByItsNumber(number: String) async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("remove", "ops", "--meeting", number, "--force") == 0)
    #expect(try standups(test)[0].meetings.isEmpty)
  }

  @Test func saysWhichLengthsThereAre() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("add", "--help") == 0)
    let words = test.output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("1s to 24h: 15 or 15m (minutes), 90s, 1h30m, 2:30 (m:ss)."))
  }

  @Test func countsTheLastDaysOnly() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("stats", "--days", "1") == 0)
    #expect(await test.run("stats", "--days", "2") == 0)
    #expect(test.output.writes[0] == "No meetings to count.\n")
    #expect(test.output.writes[1].hasPrefix("1 meeting, 0:50 in all\n"))
  }

  @Test func keepsSettings() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("settings", "--default-length", "5m", "--bell", "off") == 0)
    #expect(await test.run("add", "New") == 0)
    #expect(try standups(test)[1].plannedSeconds == 300)
    #expect(await test.run("settings") == 0)
    #expect(test.output.writes.last == "Default length  5m\nBell            off\n")
  }

  @Test func importsWhatItExports() async throws {
    let test = try prepared()
    defer { test.remove() }
    let backup = "\(test.folder)/backup.json"
    #expect(await test.run("export", "--output", backup) == 0)
    #expect(await test.run("import", backup, "--data", "\(test.folder)/copy.json") == 0)
    #expect(
      test.output.text == "Imported \(backup): 1 added, 0 updated, 0 unchanged, 1 new meetings.\n"
        + "  added    ops\n"
    )
    let copy = try DocumentFile(path: "\(test.folder)/copy.json").load().standups
    #expect(try copy == standups(test))
  }

  @Test func exportsTables() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("export", "--format", "csv") == 0)
    #expect(await test.run("export", "ops", "--format", "csv", "--meetings") == 0)
    #expect(
      test.output.writes == [
        "handle,title,length,theme,attendees\nops,Ops,1m,plain,Ada\n",
        "handle,meeting,date,ending,meeting_seconds,speaker,speaker_seconds\n"
          + "ops,1,2026-01-04T04:13:20Z,finished,50,Ada,50\n",
      ]
    )
  }

  @Test func importsFromStandardInput() async throws {
    let test = try prepared(PreparedInput("title,atten", "dees\nNew,Ada;Grace\n"))
    defer { test.remove() }
    #expect(await test.run("import", "-") == 0)
    #expect(try standups(test).map(\.handle) == ["ops", "new"])
  }

  @Test func triesAnImportWithoutDoingIt() async throws {
    let test = try prepared(PreparedInput("title\nNew\n"))
    defer { test.remove() }
    #expect(await test.run("import", "-", "--dry-run") == 0)
    #expect(
      test.output.text
        == "Would import standard input: 1 added, 0 updated, 0 unchanged.\n  added    new\n"
    )
    #expect(try standups(test).count == 1)
  }

  @Test func importsNothingWhenOneRowIsWrong() async throws {
    let test = try prepared(PreparedInput("title,length\nNew,5m\nOld,never\n"))
    defer { test.remove() }
    #expect(await test.run("import", "-") == 65)
    #expect(
      test.errors.text == """
        standups: standard input: 1 row is invalid; nothing was imported.
          line 3: "never" is no length; write 15m, 90s or 1h30m.

        """
    )
    #expect(try standups(test).count == 1)
  }

  @Test func namesAMissingImportFile() async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("import", "\(test.folder)/none.csv") == 66)
    #expect(
      test.errors.text == "standups: \(test.folder)/none.csv: There is no such file.\n"
    )
  }
}
