import Foundation
import StandupsConsole
import StandupsData
import Testing

/// The behavior of `undo`, `redo` and `history` outside of a shell.
@Suite struct UndoCommandTests {
  private func document(_ test: TestProgram) throws -> StandupsDocument {
    try DocumentFile(path: test.dataPath).load()
  }

  /// The output of one run.
  private func run(_ test: TestProgram, _ arguments: String..., status: Int32 = 0) async -> String {
    let before = test.output.text.count
    let found = await test.run(arguments)
    #expect(found == status, "\(test.errors.text)")
    return String(test.output.text.dropFirst(before))
  }

  @Test func takesBackEachChangeOfEarlierCommands() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    let table = "\(test.folder)/team.csv"
    try Data("title\nRetro\nPlanning\n".utf8).write(to: URL(fileURLWithPath: table))
    let commands = [
      ["add", "Morning Sync", "-a", "Ada"], ["add", "Ops"], ["edit", "ops", "--title", "Night"],
      ["record", "morning-sync", "--advance", "auto"], ["settings", "--bell", "off"],
      ["import", table], ["remove", "morning-sync", "--meeting", "1", "--force"],
      ["remove", "morning-sync", "--force"],
    ]
    var states = [StandupsDocument()]
    for command in commands {
      #expect(await test.run(command) == 0, "\(command)")
      states.append(try document(test))
    }
    for state in states.dropLast().reversed() {
      #expect(await run(test, "undo").hasPrefix("Undone: standups "))
      #expect(try document(test) == state)
    }
    _ = await run(test, "undo", status: 66)
    let words = "There is nothing to undo: each change on record was taken back.\n"
    #expect(test.errors.text.hasSuffix(words))
    for state in states.dropFirst() {
      #expect(await run(test, "redo").hasPrefix("Done again: standups "))
      #expect(try document(test) == state)
    }
    _ = await run(test, "redo", status: 66)
  }

  @Test func aNewChangeEndsWhatCouldBeMadeAgain() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    for command in [["add", "One"], ["add", "Two"], ["undo"], ["add", "Three"]] {
      #expect(await test.run(command) == 0)
    }
    _ = await run(test, "redo", status: 66)
    #expect(await run(test, "history") == "1  standups add One\n2  standups add Three\n")
    _ = await run(test, "undo")
    #expect(await run(test, "history", "--last", "1") == "1  standups add Three  (undone)\n")
    #expect(try document(test).standups.map(\.title) == ["One"])
  }

  @Test func aChangeThatIsNotOnRecordIsSaidToStay() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    _ = await run(test, "add", "Ops")
    // As a command that was killed before it could record its change.
    let retro = Standup(id: UUID(), handle: "retro", title: "Retro", plannedSeconds: 900)
    _ = try DocumentFile(path: test.dataPath).update { $0.standups.append(retro) }
    #expect(test.errors.text.isEmpty)
    #expect(await run(test, "undo") == "Undone: standups add Ops\n")
    #expect(test.errors.text.contains("was changed after `standups add Ops` by something"))
    #expect(try document(test).standups.map(\.title) == ["Retro"])
    // The undo is on record, with the state that it has left.
    _ = await run(test, "redo")
    #expect(test.errors.text.components(separatedBy: "not on record").count == 2)
  }

  @Test func undosOfSeveralProcessesTakeBackOneChangeEach() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    for number in 1...12 { _ = await run(test, "add", "S\(number)") }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<3 { #expect(await test.run("undo", "--quiet") == 0) }
        }
      }
    }
    #expect(test.errors.text.isEmpty)
    #expect(try document(test).standups.isEmpty)
    _ = await run(test, "undo", status: 66)
  }

  /// A stand-up that is too large for the record of changes.
  private var large: StandupsDocument {
    let text = String(repeating: "x", count: NoteRule.longestText)
    let meeting = Meeting(
      id: UUID(),
      date: Date(timeIntervalSince1970: 0),
      seconds: 100,
      ending: .early,
      turns: [],
      transcript: (0..<70).map { TranscriptLine(second: $0, speaker: "Ada", text: text) }
    )
    let standup = Standup(
      id: UUID(),
      handle: "large",
      title: "Large",
      plannedSeconds: 900,
      meetings: [meeting]
    )
    return StandupsDocument(standups: [standup])
  }

  @Test func whatCouldNotBeMadeAgainIsNotTakenBack() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    let path = "\(test.folder)/large.json"
    try large.json().write(to: URL(fileURLWithPath: path))
    _ = await run(test, "import", path)
    let imported = try document(test)
    _ = await run(test, "undo", status: 65)
    #expect(test.errors.text.contains("is not taken back: that would change too much"))
    #expect(try document(test) == imported)
  }

  @Test func aChangeThatIsTooLargeToBeTakenBackIsSaidToBe() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    try large.json().write(to: URL(fileURLWithPath: test.dataPath))
    _ = await run(test, "remove", "large", "--force")
    #expect(test.errors.text.contains("so `undo` cannot take it back"))
    _ = await run(test, "undo", status: 65)
    #expect(test.errors.text.contains("changed too much to be kept; it cannot be taken back."))
    #expect(try document(test).standups.isEmpty)
  }

  @Test func whatIsNotOnRecordIsNeverLost() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    _ = await run(test, "add", "Ops", "-a", "Ada")
    _ = try DocumentFile(path: test.dataPath).update { document in
      document.standups[0].title = "Changed"
    }
    _ = await run(test, "undo", status: 65)
    #expect(test.errors.text.contains("was changed again since"))
    #expect(try document(test).standups.map(\.title) == ["Changed"])
    // A change of something else does no harm.
    _ = await run(test, "add", "Retro")
    _ = try DocumentFile(path: test.dataPath).update { $0.settings.rings = false }
    _ = await run(test, "undo")
    #expect(try document(test).standups.map(\.title) == ["Changed"])
    #expect(try !document(test).settings.rings)
  }

  @Test func aDamagedRecordIsNoStep() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    _ = await run(test, "add", "One")
    _ = await run(test, "add", "Two")
    let url = URL(fileURLWithPath: test.dataPath + ".changes")
    var lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
    #expect(lines.last?.hasPrefix("{\"step\":") == true)
    lines[lines.count - 1] = "{\"step\":[[["
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    #expect(await run(test, "undo") == "Undone: standups add One\n")
    #expect(try document(test).standups.map(\.title) == ["Two"])
  }

  @Test func shellsAndCommandsTakeBackTheSameChanges() async throws {
    let test = try TestProgram(input: PreparedInput("add Two\nadd Three\nundo\n"))
    defer { test.remove() }
    _ = await run(test, "add", "One")
    _ = await run(test, "shell")
    #expect(await run(test, "undo") == "Undone: standups add Two\n")
    #expect(await run(test, "undo") == "Undone: standups add One\n")
    #expect(await run(test, "redo") == "Done again: standups add One\n")
    #expect(try document(test).standups.map(\.title) == ["One"])
  }
}
