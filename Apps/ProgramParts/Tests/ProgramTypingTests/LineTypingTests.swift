import Foundation
import ProgramText
import ProgramTyping
import Testing

@Suite struct LineTypingTests {
  private func typed(
    _ text: String,
    history: [String] = [],
    completions: @escaping @Sendable ([String]) -> [String] = { _ in [] }
  ) -> (LineTyping, [LineTyping.Outcome]) {
    var typing = LineTyping(history: TypedHistory(history), completions: completions)
    let outcomes = text.utf8.flatMap { typing.feed($0) }
    return (typing, outcomes)
  }

  private func line(_ text: String, history: [String] = []) -> String {
    typed(text, history: history).0.line.text
  }

  @Test func keysEditTheLine() {
    #expect(line("abc\u{1B}[D\u{1B}[Dx") == "axbc")
    #expect(line("abc\u{1B}[H>\u{1B}[F<") == ">abc<")
    #expect(line("abc\u{1}\u{1B}[3~") == "bc")
    #expect(line("one two\u{17}x") == "one x")
    #expect(line("one two\u{1B}b\u{0B}x") == "one x")
    #expect(line("one two\u{15}x") == "x")
    #expect(line("one two\u{1B}[1;5D.") == "one .two")
    #expect(line("é日🎉\u{7F}\u{7F}") == "é")
    #expect(line("e\u{301}\u{7F}") == "")
    #expect(line("ab\u{1B}\u{7F}") == "")
    #expect(line("a\u{1B}xé\u{1B}é") == "axéé")
    #expect(line("ab\u{4}") == "ab")
  }

  @Test func historyIsShownAndLeft() {
    let history = ["list", "show ops"]
    #expect(line("\u{1B}[A", history: history) == "show ops")
    #expect(line("\u{1B}[A\u{1B}[A", history: history) == "list")
    #expect(line("\u{1B}[A\u{1B}[A\u{1B}[A", history: history) == "list")
    #expect(line("dra\u{1B}[A\u{1B}[B", history: history) == "dra")
    #expect(line("l\u{12}", history: history) == "list")
    // Some shells search with what is typed behind Ctrl-R.
    #expect(line("\u{12}l\u{12}", history: history) == "list")
    #expect(typed("add X\r\u{1B}[A").0.line.text == "add X")
  }

  @Test func tabCompletes() {
    let choices: @Sendable ([String]) -> [String] = { words in
      words.count == 1 ? ["list", "settings", "show", "shell"] : ["ops", "opsera"]
    }
    #expect(typed("l\t", completions: choices).0.line.text == "list ")
    #expect(typed("sh\t", completions: choices).1.last == .choices(["shell", "show"]))
    #expect(typed("show o\t", completions: choices).0.line.text == "show ops")
    #expect(typed("x\t", completions: choices).1.last == .refused)
  }

  @Test func whatIsPastedHoldsNoKeys() {
    let (typing, outcomes) = typed("\u{1B}[200~a\tb\u{3}c\u{1B}[201~\u{3}")
    #expect(outcomes.last == .interrupted)
    #expect(typing.line.text == "")
    #expect(line("\u{1B}[200~a\tb\u{3}c") == "a bc")
  }

  @Test(arguments: 0..<40) func anyBytesAreTaken(seed: UInt64) {
    let keys = Array("\u{1B}[ABCD~\t\r34;5é".utf8)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var typing = LineTyping(history: TypedHistory(["one", "two"])) { _ in ["one", "onetwo"] }
    for _ in 0..<2_000 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let byte =
        state % 3 == 0
        ? keys[Int(state >> 8 & 0xFF) % keys.count] : UInt8(truncatingIfNeeded: state >> 16)
      _ = typing.feed(byte)
      #expect(typing.line.cursor <= typing.line.count)
    }
    for columns in [1, 2, 9, 10, 20, 80] {
      let drawn = typing.line.drawn(after: "prompt> ", columns: columns)
      let shown = drawn.dropFirst("\r\u{1B}[K".count).prefix { $0 != "\r" }
      #expect(DisplayText.width(String(shown)) < columns)
    }
  }

  @Test func aLongLineIsBounded() {
    var line = TypedLine()
    for _ in 0..<TypedLine.longest { line.insert("\u{301}") }
    #expect(line.text.utf8.count <= TypedLine.longest)
    let isTaken = line.insert(String(repeating: "x", count: TypedLine.longest))
    #expect(!isTaken)
  }

  @Test func historiesOfFilesAreBoundedAndShared() throws {
    let folder = NSTemporaryDirectory() + "typed-history-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/state/history"
    #expect(TypedHistory.read(path).entries.isEmpty)
    try TypedHistory.append("one", to: path)
    try TypedHistory.append("one", to: path)
    try TypedHistory.append("two", to: path)
    #expect(TypedHistory.read(path).entries == ["one", "two"])
    try Data("ok\n\u{0}\n".utf8 + [0xFF, 0x0A]).write(to: URL(fileURLWithPath: path))
    #expect(TypedHistory.read(path).entries == ["ok", "\u{0}"])
    var history = TypedHistory()
    for number in 0..<(TypedHistory.most + 5) { history.add("\(number)") }
    #expect(history.entries.count == TypedHistory.most && history.entries.first == "5")
  }

  /// The file of long lines would be too large to be read, and all of them forgotten.
  @Test func ofLongLinesTheLatestStay() throws {
    let folder = NSTemporaryDirectory() + "typed-history-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/history"
    try TypedHistory.append("first", to: path)
    let long = String(repeating: "x", count: TypedLine.longest - 5)
    let lines = (0..<256).map { "\(1_000 + $0)" + long }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    try TypedHistory.append("last", to: path)
    let entries = TypedHistory.read(path).entries
    #expect(entries.last == "last")
    #expect(entries.count > 250)
  }
}
