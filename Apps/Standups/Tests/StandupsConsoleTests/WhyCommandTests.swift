import Foundation
import StandupsConsole
import StandupsData
import Testing

/// The output of `why` about the changes of other commands.
@Suite struct WhyCommandTests {
  private func prepared() async throws -> TestProgram {
    let test = try TestProgram()
    #expect(await test.run("add", "Morning Sync", "-a", "Ada") == 0)
    #expect(await test.run("edit", "morning-sync", "--length", "10m", "-a", "Grace") == 0)
    #expect(await test.run("edit", "morning", "--title", "Daily") == 0)
    return test
  }

  /// The output of one run.
  private func run(_ test: TestProgram, _ arguments: String..., status: Int32 = 0) async -> String {
    let before = test.output.text.count
    let found = await test.run(arguments)
    #expect(found == status, "\(test.errors.text)")
    return String(test.output.text.dropFirst(before))
  }

  private func journal(_ test: TestProgram) -> String { test.dataPath + ".changes" }

  /// As in a service or a container, whose environment may name none.
  @Test(arguments: [[:], ["USER": ""], ["USER": "", "LOGNAME": "grace"]])
  func theUserIsKnownWhereTheEnvironmentDoesNotNameOne(user: [String: String]) async throws {
    var test = try TestProgram()
    defer { test.remove() }
    test.user = user
    #expect(await test.run("add", "Ops") == 0)
    let name = user["LOGNAME"] ?? NSUserName()
    #expect(
      await run(test, "why", "ops").hasPrefix("2026-01-05 08:00  \(name)  standups add Ops\n")
    )
  }

  @Test func tellsWhatChangedAStandupAndWhoDidIt() async throws {
    let test = try await prepared()
    defer { test.remove() }
    #expect(
      await run(test, "why", "daily") == """
        2026-01-05 08:00  ada  standups edit morning --title Daily
          title: "Morning Sync" → "Daily"
        2026-01-05 08:00  ada  standups edit morning-sync --length 10m -a Grace
          people: "Ada" → "Ada, Grace"
          length: "15m" → "10m"
        2026-01-05 08:00  ada  standups add "Morning Sync" -a Ada
          added

        """
    )
    let last = await run(test, "why", "daily", "--last", "1", "--steps")
    #expect(last.hasPrefix("2026-01-05 08:00  ada  standups edit morning --title Daily\n"))
    #expect(last.contains("by task \"details\" at StandupsFeatures/StandupsList.swift:"))
    #expect(last.contains("after call \"standups edit morning --title Daily\" at "))
    #expect(!last.contains("length"))
  }

  @Test func aLargeImportLeavesABoundedRecord() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    let table = "\(test.folder)/teams.csv"
    let rows = (0..<1_200).map { "Team \($0),team-\($0)\n" }.joined()
    try Data("title,handle\n\(rows)".utf8).write(to: URL(fileURLWithPath: table))
    _ = await run(test, "import", table)
    let lines = try String(contentsOfFile: journal(test), encoding: .utf8).split(separator: "\n")
    // The head, and the lines that are kept.
    #expect(lines.count == 1 + JournalFile.keptLines)
    #expect(await run(test, "why", "team-1199").contains("added"))
    #expect(await run(test, "undo").contains("Undone"))
    #expect(await run(test, "list").contains("No stand-ups"))
    #expect(await run(test, "redo").contains("Done again"))
    #expect(await run(test, "list", "--json").contains("Team 1199"))
  }

  @Test func tellsOfEveryKindOfChange() async throws {
    let test = try await prepared()
    defer { test.remove() }
    _ = await run(test, "record", "daily", "--advance", "auto", "--length", "1s", status: 64)
    _ = await run(test, "record", "daily", "--advance", "auto")
    _ = await run(test, "remove", "daily", "--meeting", "1", "--force")
    _ = await run(test, "settings", "--bell", "off")
    let table = "\(test.folder)/team.csv"
    try Data("title,handle\nDaily,new\nRetro,\n".utf8).write(to: URL(fileURLWithPath: table))
    _ = await run(test, "import", table)
    let told = await run(test, "why", "daily")
    #expect(told.contains("standups record daily --advance auto\n  meetings: 0 → 1\n"))
    #expect(told.contains("standups remove daily --meeting 1 --force\n  meetings: 1 → 0\n"))
    let retro = await run(test, "why", "retro")
    #expect(retro == "2026-01-05 08:00  ada  standups import \(table)\n  added\n")
    let settings = await run(test, "why", "settings")
    #expect(settings.hasSuffix("standups settings --bell off\n  bell: \"on\" → \"off\"\n"))
  }

  @Test func tellsOfAStandupThatIsNotThereAnyMore() async throws {
    let test = try await prepared()
    defer { test.remove() }
    _ = await run(test, "remove", "daily", "--force")
    let told = await run(test, "why", "morning-sync")
    #expect(told.hasPrefix("2026-01-05 08:00  ada  standups remove daily --force\n  removed\n"))
    #expect(told.hasSuffix("  added\n"))
    _ = await run(test, "why", "nobody", status: 66)
    #expect(test.errors.text.hasSuffix("Add one with `add`.\n"))
  }

  @Test func asJSONForScripts() async throws {
    let test = try await prepared()
    defer { test.remove() }
    struct Report: Decodable {
      struct Change: Decodable {
        let user: String
        let command: String
        let property: String
        let old: String?
        let new: String?
        let steps: [String]
      }

      let changes: [Change]
    }
    let text = await run(test, "why", "daily", "--json", "--last", "1")
    let change = try #require(
      try JSONDecoder().decode(Report.self, from: Data(text.utf8)).changes.first
    )
    #expect(change.user == "ada")
    #expect(change.command == "standups edit morning --title Daily")
    #expect(change.property == "title")
    #expect(change.old == "\"Morning Sync\"")
    #expect(change.new == "\"Daily\"")
    #expect(change.steps.first?.hasPrefix("call \"standups edit morning") == true)
  }

  @Test func aDataFileWithoutARecordHasNoHistory() async throws {
    let test = try await prepared()
    defer { test.remove() }
    try FileManager.default.removeItem(atPath: journal(test))
    #expect(await run(test, "why", "daily") == "No change of morning-sync is on record.\n")
    #expect(!FileManager.default.fileExists(atPath: journal(test)))
  }

  @Test func aDamagedRecordIsToldAndKeptAndHarmsNoData() async throws {
    let test = try await prepared()
    defer { test.remove() }
    let content = try String(contentsOfFile: journal(test), encoding: .utf8)
    try Data((content + "{\"subject\":").utf8).write(to: URL(fileURLWithPath: journal(test)))
    _ = await run(test, "edit", "daily", "--theme", "blue")
    let told = await run(test, "why", "daily", "--last", "2")
    #expect(told.contains("theme: \"plain\" → \"blue\""))
    #expect(told.contains("title: "))
    #expect(
      test.errors.text == "standups: \(journal(test)): 1 line is damaged; nothing is told of it.\n"
    )
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: journal(test)))
    _ = await run(test, "why", "daily", status: 65)
    #expect(test.errors.text.contains("This is no record of changes"))
    _ = await run(test, "edit", "daily", "--theme", "red")
    #expect(test.errors.text.hasSuffix("and a new record was begun.\n"))
    let aside = try String(contentsOfFile: journal(test) + ".damaged", encoding: .utf8)
    #expect(aside == "damaged")
    #expect(await run(test, "why", "daily").contains("theme: \"blue\" → \"red\""))
  }

  @Test func aRecordThatIsTooLargeIsSaidToBeAndKeepsNoChangeFromBeingMade() async throws {
    let test = try await prepared()
    defer { test.remove() }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: journal(test)))
    try handle.truncate(atOffset: 64 << 20)
    try handle.close()
    _ = await run(test, "why", "daily", status: 65)
    #expect(test.errors.text.contains("\(journal(test)): The file is too large"))
    #expect(await run(test, "edit", "daily", "--theme", "red").contains("Theme     red"))
    #expect(test.errors.text.contains("The change was made, but it was not noted who made it, so"))
    let size = try FileManager.default.attributesOfItem(atPath: journal(test))[.size] as? Int
    #expect(size == 64 << 20)
  }

  @Test func thePathOfADamagedRecordCannotControlTheTerminal() async throws {
    let test = try await prepared()
    defer { test.remove() }
    let path = "\(test.folder)/\u{9B}2J\u{1B}c.json"
    _ = await run(test, "add", "Ops", "--data", path)
    let content = try String(contentsOfFile: path + ".changes", encoding: .utf8)
    try Data((content + "{\"subject\":").utf8).write(to: URL(fileURLWithPath: path + ".changes"))
    _ = await run(test, "why", "ops", "--data", path)
    #expect(test.errors.text.contains("1 line is damaged"))
    #expect(!test.errors.text.unicodeScalars.contains { ["\u{1B}", "\u{9B}"].contains($0) })
  }

  @Test func aRecordThatCannotBeWrittenKeepsNoChangeFromBeingMade() async throws {
    let test = try await prepared()
    defer { test.remove() }
    try FileManager.default.removeItem(atPath: journal(test))
    try FileManager.default.createDirectory(
      atPath: journal(test),
      withIntermediateDirectories: true
    )
    #expect(await run(test, "edit", "daily", "--theme", "red").contains("Theme     red"))
    #expect(test.errors.text.contains("The change was made, but it was not noted who made it, so"))
    #expect(!test.errors.text.contains("nothing was changed"))
  }

  @Test func aCommandIsToldAsItCanBeTypedAndCannotControlTheTerminal() async throws {
    let test = try await prepared()
    defer { test.remove() }
    let table = "\(test.folder)/a \"b\" \\\u{1B}[2J.csv"
    try Data("title\nRetro\n".utf8).write(to: URL(fileURLWithPath: table))
    _ = await run(test, "import", table)
    let told = await run(test, "why", "retro")
    #expect(
      told.contains("standups import \"\(test.folder)/a \\\"b\\\" \\\\\u{FFFD}[2J.csv\"\n")
    )
  }
}
