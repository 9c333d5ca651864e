import StandupsConsole
import Testing

@Suite struct ShellLineTests {
  @Test(arguments: [
    ("", []), ("   ", []), ("list", ["list"]), (" add  x ", ["add", "x"]),
    ("add \"Morning Sync\" -a 'O''Brien'", ["add", "Morning Sync", "-a", "OBrien"]),
    ("a\\ b \"c\\\"d\" 'e\\f'", ["a b", "c\"d", "e\\f"]), ("add \"\"", ["add", ""]),
    ("# all", []), ("list # all", ["list"]), ("a#b", ["a#b"]),
  ])
  func cutsIntoWords(line: String, words: [String]) {
    #expect(ShellLine.words(line) == .words(words))
  }

  @Test(arguments: ["add \"x", "add 'x", "add x\\"])
  func noticesOpenQuotes(line: String) {
    #expect(ShellLine.words(line) == .openQuote)
  }
}
