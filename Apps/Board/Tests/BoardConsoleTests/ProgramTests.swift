import Foundation
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import Testing

@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
  private let program = TestProgram()

  @Test func cardsAreAddedShownMovedAndTakenBack() async {
    let added = await program.run("add", "Write", "--label", "work", "--due", "tomorrow")
    #expect(added.output == "Added #1 \"Write\" to To do. (Change 1)\n")
    await program.run("add", "Pack", "-c", "doing", "--item", "Bag", "--item", "Book")
    await program.run("move", "1", "done", "--why", "It is written")
    let shown = await program.run("show", "--width", "60")
    #expect(
      shown.lines == [
        "Board · 2 cards",
        "To do (0)          │ Doing (1)          │ Done (1)",
        "────────────────── │ ────────────────── │ ──────────────────",
        "                   │ #2 Pack            │ #1 Write",
        "                   │   0/2              │   work · 2026-11-…",
      ]
    )
    #expect(await program.run("undo").output == "Took back 3. (Change 4)\n")
    #expect(await program.run("redo").output == "Made again 3. (Change 5)\n")
    let history = await program.run("history")
    #expect(
      history.lines == [
        "1  2026-11-23 01:00  ada  added #1 \"Write\" to To do",
        "2  2026-11-23 01:00  ada  added #2 \"Pack\" to Doing",
        "3  2026-11-23 01:00  ada  moved #1 \"Write\" to Done",
        "   why: It is written",
        "4  2026-11-23 01:00  ada  took back 3",
        "5  2026-11-23 01:00  ada  made again 3",
      ]
    )
  }

  @Test func theHistoryHasTheCommandWithoutTheRecording() async {
    let path = NSTemporaryDirectory() + "board-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    await program.run("add", "First", "--record", path)
    let history = await program.run("history", "--json").output
    #expect(history.contains("add First") && !history.contains("--record"))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func theHistoryOfACardThatNeverWasIsAFailure() async {
    await program.run("add", "First")
    await program.run("add", "Second")
    await program.run("remove", "1")
    let missing = await program.run("history", "--card", "3")
    #expect(missing.status == 66)
    #expect(missing.errors == "board: There is no card #3.\n")
    #expect(await program.run("history", "--card", "1").lines.count == 2)
    await program.run("add", "Third")
    await program.run("compact", "--keep", "1")
    #expect(await program.run("history", "--card", "1").output == "No change of #1 is kept.\n")
  }

  @Test(arguments: [
    (["show", "-1"], "The value '-1' is invalid for '<card>'"),
    (["-1"], "The value '-1' is invalid for '<card>'"),
    (["history", "--last", "-1"], "The value '-1' is invalid for '--last <count>'"),
    (["move", "1", "done", "--at", "-1"], "The value '-1' is invalid for '--at <place>'"),
  ])
  func aNumberBelowZeroIsNamedAsTheWrongValue(arguments: [String], sentence: String) async {
    let outcome = await program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func theBoardIsShownAsItWas() async {
    await program.run("add", "First")
    await program.run("add", "Second")
    #expect(await program.run("at", "1").output.contains("First"))
    #expect(await program.run("at", "1").output.contains("Second") == false)
    #expect(await program.run("at", "0").output.contains("0 cards"))
    #expect(await program.run("at", "1", "--json").output.contains("\"change\":1,"))
    #expect(await program.run("at", "9").status == 66)
    let missing = await program.run("at", "-1")
    #expect(missing.status == 66)
    #expect(missing.errors == "board: There is no change -1; the latest is 2.\n")
    #expect(await program.run("diff", "0", "2").lines.count == 2)
    #expect(await program.run("diff", "2", "1").output == "- #2 \"Second\" from To do\n")
    #expect(await program.run("diff", "2").output == "Nothing differs.\n")
  }

  @Test func aCardIsEditedAndChecked() async {
    await program.run("add", "Pack", "--item", "Bag")
    await program.run(
      "edit",
      "1",
      "--title",
      "Pack it",
      "--label",
      "x",
      "--item",
      "Book",
      "--text",
      "a\nb"
    )
    await program.run("check", "#1", "2")
    await program.run(
      "edit",
      "1",
      "--remove-item",
      "1",
      "--remove-label",
      "x",
      "--due",
      "2026-12-24"
    )
    #expect(
      await program.run("show", "1").output
        == "#1  Pack it\nColumn: To do\nDue: 2026-12-24\n\na\nb\n\n1. [x] Book\n"
    )
    #expect(await program.run("edit", "1").status == 64)
    #expect(await program.run("check", "1", "5").status == 66)
    #expect(await program.run("edit", "1", "--remove-label", "none").status == 66)
  }

  @Test func cardsAreFound() async {
    await program.run("add", "Write the Report", "--label", "Work")
    await program.run("add", "Buy bread", "--due", "2026-11-20")
    #expect(await program.run("search", "REPORT").lines.count == 1)
    #expect(await program.run("search", "report", "bread").output == "No card fits.\n")
    #expect(await program.run("search", "-l", "work").output.contains("#1"))
    #expect(await program.run("search", "--due-before", "today").output.contains("! 2026-11-20"))
    #expect(await program.run("search", "b", "--json").output.contains(#""id":2,"#))
  }

  @Test func columnsAreChanged() async {
    #expect(await program.run("column", "add", "Review", "--at", "2", "--limit", "1").status == 0)
    #expect(await program.run("column", "edit", "rev", "--name", "Check").status == 0)
    #expect(await program.run("column", "move", "check", "1").status == 0)
    await program.run("add", "A")
    await program.run("add", "B")
    let shown = await program.run("show", "--width", "90")
    #expect(shown.lines[1].hasPrefix("Check (2/1 !)"))
    #expect(await program.run("column", "remove", "check").status == 64)
    #expect(await program.run("column", "remove", "done").status == 0)
    #expect(await program.run("column", "add", "doing").status == 64)
    #expect(await program.run("undo", "3").status == 0)
  }

  @Test func aReasonThatCannotBeIsCalledAReason() async {
    let outcome = await program.run("add", "A", "--why", "")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "board: The reason is empty.\n")
  }

  @Test func badInputIsRefusedAndChangesNothing() async throws {
    await program.run("add", "First")
    let before = try Data(contentsOf: URL(fileURLWithPath: program.path))
    let long = String(repeating: "x", count: 2_000)
    let wrong: [[String]] = [
      ["add", long], ["add", "a\u{1B}[2J"], ["add", ""], ["add", "A", "--due", "2026-02-30"],
      ["add", "A", "--due", "soon"], ["add", "A", "--column", "none"], ["move", "1"],
      ["move", "x", "done"], ["move", "9", "done"], ["remove", "0"], ["remove", "7"],
      ["redo"], ["undo", "2"], ["undo", "0"], ["undo", "-1"], ["show", "9"], ["at", "x"],
      ["show", "--width", "3"], ["rename", "\u{202E}"], ["compact"], ["nonsense"],
      ["add", String(repeating: "e\u{301}", count: 9_000)], ["add", "A", "--why", long],
    ]
    for words in wrong {
      let outcome = await run(words)
      #expect([64, 66].contains(outcome.status), "\(words.map { $0.prefix(20) })")
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\u{202E}"))
      let json = await run(words + ["--json"])
      #expect(json.errors.hasPrefix("{\"error\":{"), "\(json.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == before)
  }

  private func run(_ words: [String]) async -> TestProgram.Outcome {
    switch words.count {
    case 1: await program.run(words[0])
    case 2: await program.run(words[0], words[1])
    case 3: await program.run(words[0], words[1], words[2])
    case 4: await program.run(words[0], words[1], words[2], words[3])
    default: await program.run(words[0], words[1], words[2], words[3], words[4])
    }
  }

  @Test(arguments: [10, 11, 17, 20, 37, 40, 61, 80, 133, 200])
  func noLineIsWiderThanTheTerminal(width: Int) async {
    for title in [
      "日本語の長い題名です", "e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍👩‍👧👩‍👩‍👧 family", "plain and long title",
    ] {
      await program.run("add", title, "--label", "日本", "--due", "2026-01-01")
      await program.run("add", title, "--column", "doing")
    }
    let shown = await program.run("show", columns: width)
    for line in shown.lines { #expect(Self.cells(line) <= width, "\(line)") }
    let bars = shown.lines.filter { $0.contains("│") }
      .map { line in Self.cells(String(line.prefix { $0 != "│" })) }
    #expect(Set(bars).count <= 1)
  }

  /// Counts columns by another rule than the program's: these texts have just these wide characters.
  private static func cells(_ text: String) -> Int {
    text.reduce(0) { $0 + ("日本語の長い題名です👩‍👩‍👧".contains($1) ? 2 : 1) }
  }

  @Test func aClosedOutputIsNoFailureOfTheChange() async {
    let outcome = await program.run("add", "A", outputFailure: .refused("No space left on device"))
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("The change was made"))
    #expect(await program.run("add", "B", outputFailure: .closed).status == 141)
    let compact = await program.run("compact", "--keep", "1", outputFailure: .refused("No space"))
    #expect(compact.status == 74)
    #expect(compact.errors.contains("The change was made"))
    #expect(await program.run("show").output.contains("2 cards"))
  }

  @Test func aWordThatIsNoCommandIsSaid() async {
    let outcome = await program.run("shwo")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("board: There is no command \"shwo\". There are: show, add,"))
    #expect(await program.run("1").errors == "board: There is no card #1.\n")
  }

  @Test func foldedChangesAreGone() async {
    for title in ["A", "B", "C"] { await program.run("add", title) }
    #expect(await program.run("compact", "--keep", "1").output == "Folded 2 changes; 1 stay.\n")
    #expect(await program.run("at", "1").status == 66)
    #expect(await program.run("history").lines.first == "Changes 1 to 2 were folded together.")
    #expect(await program.run("undo").status == 0)
    #expect(await program.run("undo").status == 66)
  }

  @Test(arguments: [
    ["show"], ["add"], ["edit"], ["move"], ["remove"], ["check"], ["search"], ["rename"], ["undo"],
    ["redo"], ["history"], ["at"], ["diff"], ["compact"], ["list"], ["demo"], ["column"],
    ["column", "add"], ["column", "edit"], ["column", "move"], ["column", "remove"],
  ])
  func helpHasExamples(command: [String]) async {
    let help = await program.run(["help"] + command)
    #expect(help.status == 0)
    let words = command == ["show"] ? "board" : "board " + command.joined(separator: " ")
    let parts = help.output.components(separatedBy: "USAGE:")[0]
      .components(separatedBy: "Example")
    #expect(parts.count == 2, "\(help.output)")
    let examples = parts.last?.split(separator: "\n").dropFirst() ?? []
    #expect(!examples.isEmpty && examples.contains { $0.hasPrefix("  " + words) }, "\(examples)")
  }

  @Test func helpSaysWhereBoardsAreAndWhatTheCodesMean() async {
    let help = await program.run("--help").output
    for text in ["$XDG_DATA_HOME", "$BOARD_DATA", "Exit codes: 0 done", "76 the file", "list  "] {
      #expect(help.contains(text), "\(text)")
    }
  }

  @Test func columnsAreCompleted() async throws {
    let script = await program.run("--generate-completion-script", "bash")
    #expect(script.status == 0)
    let move = try #require(script.output.components(separatedBy: "_board_move() {").last)
    #expect(move.components(separatedBy: "\n}")[0].contains("---completion move"))
  }

  @Test func completionsAndHelpOfEachCommandKnowTheOptionsOfRecordings() async {
    let script = await program.run("--generate-completion-script", "bash").output
    for (kind, option) in [("options", "--record"), ("flags", "--inspect")] {
      // The last is that of `help`, which the parser makes.
      let lists = script.split(separator: "\n").filter {
        $0.contains("non_repeating_\(kind)=(--") && !$0.hasSuffix("(--version)")
      }
      #expect(lists.count == 22)
      #expect(lists.allSatisfy { $0.contains(option) }, "\(lists)")
    }
    let help = await program.run("--help").output
    #expect(help.contains("--record <file>") && help.contains("--inspect"))
  }

  @Test func theDemoRuns() async {
    let demo = await program.run("demo")
    #expect(demo.status == 0)
    #expect(demo.output.contains("300 cards"))
    #expect(demo.errors.isEmpty)
    let json = await program.run("demo", "--json")
    #expect(json.status == 0)
    #expect(json.lines.count == 11)
    for line in json.lines { #expect(Self.json(line) != nil, "\(line)") }
  }

  private static func json(_ text: String) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  @Test func eachCommandPrintsJSON() async {
    let commands: [[String]] = [
      ["add", "First \u{1F600}", "--label", "x", "--item", "\"a\"\\", "--due", "today"],
      ["add", "Second"], ["show"], ["show", "1"], ["edit", "1", "--text", "a\nb"],
      ["move", "1", "doing"], ["check", "1", "1"], ["search", "first"], ["search", "none"],
      ["column", "add", "Review"], ["column", "edit", "review", "--limit", "2"],
      ["column", "move", "review", "1"], ["column", "remove", "review"], ["rename", "Other"],
      ["undo"], ["redo"], ["remove", "2"], ["history"], ["history", "--card", "1"], ["at", "1"],
      ["diff", "1"], ["diff", "11", "11"], ["compact", "--keep", "2"], ["list"],
    ]
    for command in commands {
      let outcome = await program.run(command + ["--json"])
      #expect(outcome.status == 0, "\(command) \(outcome.errors)")
      #expect(outcome.lines.count == 1, "\(command)")
      #expect(Self.json(outcome.output) != nil, "\(command) \(outcome.output)")
    }
  }

  @Test func aFileWithAnyPositionsHasAHistory() async throws {
    let lines = [Int.max, Int.min + 1, 1].enumerated().map { index, position in
      "{\"change\":\(index + 1),\"time\":1,\"do\":[{\"moveColumn\":{\"id\":1,\"at\":\(position)}},"
        + "{\"addCard\":{\"at\":\(position),\"id\":\(index + 1),\"column\":1,\"title\":\"x\"}}]}\n"
    }
    let head =
      #"{"format":"strata-board","version":1,"title":"x","nextColumn":3}"# + "\n"
      + #"{"column":{"id":1,"name":"A"}}"# + "\n" + #"{"column":{"id":2,"name":"B"}}"# + "\n"
    try FileManager.default.createDirectory(
      at: program.folder,
      withIntermediateDirectories: true
    )
    try Data((head + lines.joined()).utf8).write(to: URL(fileURLWithPath: program.path))
    let history = await program.run("history")
    #expect(history.status == 0)
    #expect(
      history.lines.map { $0.suffix(20) }.map { $0.contains("place 2") } == [true, false, true]
    )
    #expect(await program.run("diff", "0").status == 0)
    #expect(await program.run("compact", "--keep", "1").status == 0)
  }

  @Test func severalBoardsHaveNames() async {
    #expect(await program.run("list").output.hasPrefix("There is no board in "))
    #expect(await program.run("add", "Paint", "--board", "home").status == 0)
    #expect(await program.run("add", "Ship", "--board", "Büro 2.0").status == 0)
    #expect(await program.run("list").lines.sorted() == ["Büro 2.0", "home"])
    #expect(await program.run("list", "--json").output.contains("/board/home.jsonl"))
    #expect(await program.run("show", "--board", "home").output.contains("Paint"))
    #expect(await program.run("show").output.contains("0 cards"))
    for name in ["", ".", "..", "../x", "a/b", "-x", "a\u{1B}", String(repeating: "x", count: 101)]
    {
      #expect(await program.run("add", "X", "--board=\(name)").status == 64, "\(name)")
    }
    #expect(await program.run("show", "--board", "home", "--data", "x").status == 64)
  }
}
