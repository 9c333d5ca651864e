import Foundation
import StandupsConsole
import StandupsData
import Testing

/// The behavior of `undo`, `redo` and `history` in a shell.
@Suite struct ShellHistoryTests {
  /// The output of a shell for these lines.
  private func shell(
    _ lines: String,
    options: [String] = [],
    status: Int32 = 0,
    before: ((TestProgram) async throws -> Void)? = nil
  ) async throws -> (test: TestProgram, output: String) {
    let test = try TestProgram(input: PreparedInput(lines))
    try await before?(test)
    let shown = test.output.text.count
    #expect(await test.run(["shell"] + options) == status, "\(test.errors.text)")
    return (test, String(test.output.text.dropFirst(shown)))
  }

  private func document(_ test: TestProgram) throws -> StandupsDocument {
    try DocumentFile(path: test.dataPath).load()
  }

  @Test func takesBackWhatWasChangedAndMakesItAgain() async throws {
    let (test, output) = try await shell(
      """
      add One
      edit one --title Two
      undo
      undo
      list
      redo
      redo

      """
    )
    defer { test.remove() }
    #expect(output.contains("Undone: edit one --title Two\nUndone: add One\nNo stand-ups yet."))
    #expect(output.hasSuffix("Done again: add One\nDone again: edit one --title Two\n"))
    #expect(try document(test).standups.map(\.title) == ["Two"])
  }

  @Test func bringsBackAStandupWithItsMeetings() async throws {
    let (test, _) = try await shell("remove ops --force\nundo\n") { test in
      #expect(await test.run("add", "Ops", "-a", "Ada") == 0)
      #expect(await test.run("record", "ops", "--advance", "auto") == 0)
    }
    defer { test.remove() }
    let standup = try #require(try document(test).standups.first)
    #expect(standup.meetings.count == 1)
    #expect(standup.attendees.map(\.name) == ["Ada"])
  }

  @Test func takesBackSettingsAndImports() async throws {
    let (test, output) = try await shell("settings --bell off\nundo\nsettings\n") { test in
      #expect(await test.run("add", "Ops") == 0)
    }
    defer { test.remove() }
    #expect(output.contains("Undone: settings --bell off\n"))
    #expect(output.hasSuffix("Bell            on\n"))
    #expect(try document(test).standups.count == 1)
  }

  @Test func listsWhatWasDoneAndWhatWasUndone() async throws {
    let (test, output) = try await shell(
      "history\nadd One\nlist\nedit one --title \"The one\"\nremove one\nundo\nundo\nhistory\n"
    )
    defer { test.remove() }
    #expect(output.hasPrefix("Nothing was changed in this shell.\n"))
    #expect(
      output.hasSuffix(
        """
        1  add One
        2  edit one --title "The one"  (undone)
        3  remove one  (undone)

        """
      )
    )
  }

  @Test func aNewChangeEndsWhatCouldBeMadeAgain() async throws {
    let (test, output) = try await shell(
      "add One\nadd Two\nundo\nadd Three\nredo\nhistory\n"
    )
    defer { test.remove() }
    #expect(output.hasSuffix("1  add One\n2  add Three\n"))
    #expect(
      test.errors.text == "standups: There is nothing to redo: the last change was not undone.\n"
    )
    #expect(try document(test).standups.map(\.title) == ["One", "Three"])
  }

  @Test func aRefusedCommandIsNoChange() async throws {
    let (test, output) = try await shell("add One\nadd One\nedit one --title \"\"\nhistory\n")
    defer { test.remove() }
    #expect(output.hasSuffix("1  add One\n"))
    let (empty, _) = try await shell("undo\n", status: 66)
    defer { empty.remove() }
    #expect(
      empty.errors.text
        == "standups: There is nothing to undo: this shell has changed nothing.\n"
    )
  }

  @Test func neverTakesBackWhatSomebodyElseHasChanged() async throws {
    let input = PreparedInput(
      "add One\n",
      "undo\n",
      "history\n",
      "add Three\n",
      "undo\n",
      "history\n"
    )
    let test = try TestProgram(input: input)
    defer { test.remove() }
    let path = test.dataPath
    test.output.onWrite = { text in
      guard text.contains("Added one.") else { return }
      _ = try? DocumentFile(path: path).update { $0.settings.rings = false }
    }
    #expect(await test.run("shell") == 0)
    #expect(
      test.errors.text == "standups: \(path): Somebody else has changed the data file since; "
        + "undoing and redoing would lose that.\n"
    )
    #expect(test.output.text.contains("1  add One\nAdded three.\nUndone: add Three\n"))
    #expect(test.output.text.hasSuffix("1  add Three  (undone)\n"))
    let document = try document(test)
    #expect(document.standups.map(\.title) == ["One"])
    #expect(!document.settings.rings)
  }

  @Test func isAboutTheShellsOwnFile() async throws {
    let (test, output) = try await shell("add One\nhistory\n") { _ in }
    defer { test.remove() }
    #expect(output.hasSuffix("1  add One\n"))
    let other = "\(test.folder)/other.json"
    let second = try TestProgram(
      input: PreparedInput("add Two --data \(other)\nundo --data \(other)\nhistory\n")
    )
    defer { second.remove() }
    #expect(await second.run("shell") == 0)
    #expect(second.errors.text.contains("This shell is about another data file: "))
    #expect(second.output.text.hasSuffix("Nothing was changed in this shell.\n"))
    #expect(try DocumentFile(path: other).load().standups.count == 1)
  }

  @Test func asJSONForScripts() async throws {
    let (test, output) = try await shell(
      "add One\nundo\nhistory\nredo\n",
      options: ["--json"]
    )
    defer { test.remove() }
    #expect(output.contains("{\n  \"undone\" : \"add One\"\n}\n"))
    #expect(output.contains("\"command\" : \"add One\",\n      \"isUndone\" : true\n"))
    #expect(output.hasSuffix("{\n  \"redone\" : \"add One\"\n}\n"))
  }

  @Test func whoTookItBackIsOnRecord() async throws {
    let (test, output) = try await shell("add One\nedit one --title Two\nundo\nwhy one\n")
    defer { test.remove() }
    #expect(output.contains("ada  standups undo\n  title: \"Two\" → \"One\"\n"))
  }
}
