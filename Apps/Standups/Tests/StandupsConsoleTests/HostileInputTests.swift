import Foundation
import StandupsConsole
import StandupsData
import Testing

/// Hostile input: no command may end the process, take long or lose anything.
@Suite struct HostileInputTests {
  private func document(_ meetings: String) -> String {
    """
    {"format":"standups","version":1,"settings":{"defaultSeconds":900,"rings":true},
     "standups":[{"id":"00000000-0000-0000-0000-00000000000A","handle":"ops","title":"Ops",
       "plannedSeconds":900,"theme":"blue","attendees":[],"meetings":[\(meetings)]}]}
    """
  }

  private func meeting(
    _ number: Int,
    seconds: String,
    turn: String = "1",
    second: String = "1"
  ) -> String {
    """
    {"id":"00000000-0000-0000-0000-0000000000\(10 + number)","date":"2026-01-05T08:00:00Z",
     "seconds":\(seconds),"ending":"finished","turns":[{"name":"Ada","seconds":\(turn)}],
     "transcript":[{"second":\(second),"speaker":"Ada","text":"x"}]}
    """
  }

  /// Whose sums, differences and absolute values do not exist.
  @Test(arguments: ["9223372036854775807", "4611686018427387904", "-9223372036854775808", "-1"])
  func timesThatNoSumCanHoldAreRefusedBeforeTheyAreKept(number: String) async throws {
    for place in 0..<3 {
      let program = try TestProgram()
      defer { program.remove() }
      let meetings = (0..<2).map { index in
        meeting(
          index,
          seconds: place == 0 ? number : "1",
          turn: place == 1 ? number : "1",
          second: place == 2 ? number : "1"
        )
      }
      let path = "\(program.folder)/in.json"
      try Data(document(meetings.joined(separator: ",")).utf8).write(to: URL(filePath: path))
      #expect(await program.run("import", path) == 65)
      #expect(program.errors.text.contains("time"))
      #expect(!FileManager.default.fileExists(atPath: program.dataPath))
      for command in [["stats"], ["meetings", "ops"], ["meetings", "ops", "1"], ["list"]] {
        #expect(await program.run(command + ["--data", path]) == 65)
      }
    }
  }

  @Test func theLongestTimesThatAreKeptCanBeSummed() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    let most = "\(MeetingLength.held.upperBound)"
    let meetings = (0..<9).map { meeting($0, seconds: most, turn: most, second: most) }
    try Data(document(meetings.joined(separator: ",")).utf8)
      .write(to: URL(filePath: program.dataPath))
    for command in [
      ["stats"], ["stats", "--json"], ["meetings", "ops"], ["meetings", "ops", "1"],
      ["show", "ops"],
      ["export", "--format", "csv", "--meetings"],
    ] {
      #expect(await program.run(command) == 0)
    }
  }

  @Test func numbersOfMeetingsMayBeAny() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    try Data(document(meeting(0, seconds: "1")).utf8).write(to: URL(filePath: program.dataPath))
    for number in ["-9223372036854775808", "9223372036854775807", "0", "-2", "2"] {
      #expect(await program.run("meetings", "ops", number) == 66)
      #expect(await program.run("remove", "ops", "--meeting", number, "--force") == 66)
    }
  }

  /// Any number of combining marks upon a single letter.
  @Test func titlesOfAnyLengthAreRefusedAtOnce() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    let marks = "a" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(await program.run("add", marks) == 64)
    #expect(await program.run("show", marks) == 64)
    #expect(await program.run("add", String(marks.unicodeScalars.prefix(5_000))) == 64)
    let table = "\(program.folder)/in.csv"
    for text in [
      "title\n\(marks)\n", "\(marks)\nx\n", "title,theme\nx,\(marks)\n",
      "title,length\nx,\(marks)\n",
      "title,handle\nx,\(marks)\n", "title,attendees\nx,\(marks); \(marks)\n",
    ] {
      try Data(text.utf8).write(to: URL(filePath: table))
      #expect(await program.run("import", table) == 65)
    }
    for text in ["{\"\(marks)\":1}", "{\"format\":\"\(marks)\"}"] {
      try Data(text.utf8).write(to: URL(filePath: table))
      #expect(await program.run("import", "--format", "json", table) == 65)
    }
    #expect(!FileManager.default.fileExists(atPath: program.dataPath))
  }

  @Test(arguments: [512, 513, 514, 100_000])
  func nestingOfAnyDepthIsRefusedWhereverItIsRead(depth: Int) async throws {
    let program = try TestProgram()
    defer { program.remove() }
    #expect(await program.run("add", "Ops") == 0)
    let brackets = String(repeating: "[", count: depth)
    let path = "\(program.folder)/in.json"
    try Data(brackets.utf8).write(to: URL(filePath: path))
    #expect(await program.run("import", path) == 65)
    #expect(await program.run("list", "--data", path) == 65)
    let journal = URL(filePath: program.dataPath + ".changes")
    try Data((try String(contentsOf: journal, encoding: .utf8) + brackets + "\n").utf8)
      .write(to: journal)
    #expect(await program.run("why", "ops") == 0)
    #expect(program.errors.text.contains("1 line is damaged"))
  }

  @Test func datesThatNoCalendarCountsAreRefused() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    #expect(await program.run("add", "Ops") == 0)
    let journal = URL(filePath: program.dataPath + ".changes")
    let text = try String(contentsOf: journal, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").dropFirst().first.map(String.init))
    let damaged = ["1e300", "-1e300", "1e18", "9e15"].map {
      line.replacing(/"date":[0-9.e+]+/, with: "\"date\":\($0)")
    }
    #expect(damaged.allSatisfy { $0 != line })
    try Data((text + damaged.joined(separator: "\n") + "\n").utf8).write(to: journal)
    #expect(await program.run("why", "ops") == 0)
    #expect(program.errors.text.contains("4 lines are damaged"))
  }

  @Test func anExportOntoTheDataFileOrWhatBelongsToItIsRefused() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    #expect(await program.run("add", "Ops") == 0)
    #expect(await program.run("add", "Dev") == 0)
    let link = "\(program.folder)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program.dataPath)
    let hard = "\(program.folder)/hard.json"
    try FileManager.default.linkItem(atPath: program.dataPath, toPath: hard)
    let data = program.dataPath
    for output in [
      data, link, hard, data + ".lock", data + ".changes", "\(program.folder)/./data.json",
    ] {
      #expect(await program.run("export", "ops", "--format", "csv", "--output", output) == 64)
      #expect(await program.run("export", "ops", "--output", output, "--data", link) == 64)
    }
    #expect(try DocumentFile(path: data).load().standups.count == 2)
  }

  @Test func aDataFileBehindALinkHasTheSameJournal() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    #expect(await program.run("add", "Ops") == 0)
    let link = "\(program.folder)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program.dataPath)
    #expect(await program.run("edit", "ops", "--length", "5m", "--data", link) == 0)
    #expect(await program.run("why", "ops", "--data", link) == 0)
    #expect(await program.run("why", "ops") == 0)
    #expect(program.output.text.components(separatedBy: "\"15m\" → \"5m\"").count == 3)
    #expect(!FileManager.default.fileExists(atPath: link + ".changes"))
  }

  @Test func aPipeInPlaceOfTheJournalHoldsNobody() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    #expect(unsafe mkfifo(program.dataPath + ".changes", 0o600) == 0)
    #expect(await program.run("add", "Ops") == 0)
    #expect(
      program.errors.text.contains("The change was made, but it was not noted who made it, so")
    )
    #expect(await program.run("why", "ops") == 66)
  }

  @Test func errorsShowNoEscapeSequences() async throws {
    let program = try TestProgram()
    defer { program.remove() }
    for arguments in [["--x\u{1B}[31m"], ["list", "\u{1B}]0;x\u{7}"], ["\u{1B}[2J"]] {
      #expect(await program.run(arguments) == 64)
    }
    for word in ["\u{9B}2J", "\u{7F}", "\u{85}x"] {
      #expect(await program.run("show", word) == 66)
      #expect(await program.run("show", word, "--json") == 66)
      #expect(await program.run("show", "x", "y\(word)", "--json") == 64)
    }
    let controls = program.errors.text.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    #expect(controls.isEmpty)
  }

  @Test func aChangeThatCannotBeShownIsSaidToBeMade() async throws {
    let refusal = StandupsError(.inputOutput, "Writing to standard output failed: No space left.")
    for command in [["add", "Ops"], ["settings", "--bell", "off"]] {
      let program = try TestProgram(
        output: CollectedOutput(writesUntilClosed: 0, failure: .refused(refusal))
      )
      defer { program.remove() }
      #expect(await program.run(command) == 74)
      #expect(
        program.errors.text
          == "standups: Writing to standard output failed: No space left. The change was made.\n"
      )
    }
  }

  @Test func theShellEndsAtALineWithoutAnEnd() async throws {
    let program = try TestProgram(
      input: PreparedInput("add Ops\n", String(repeating: "x", count: 70_000), "\nadd Dev\n")
    )
    defer { program.remove() }
    #expect(await program.run("shell") == 64)
    #expect(program.errors.text.contains("more than 65536 bytes"))
    #expect(try DocumentFile(path: program.dataPath).load().standups.map(\.title) == ["Ops"])
  }

  @Test func theShellSaysWhatIsWrongWithItsOwnCommands() async throws {
    let program = try TestProgram(input: PreparedInput("exit now\nlist\nEXIT\nadd Ops\n"))
    defer { program.remove() }
    #expect(await program.run("shell") == 0)
    #expect(
      program.errors.text == "standups: `exit` stands alone on its line; it ends the shell.\n"
    )
    #expect(!FileManager.default.fileExists(atPath: program.dataPath))
  }
}
