import ProgramConsole
import Testing

@Suite struct TextTests {
  @Test func aTerminalObeysNothingOfAPrintableText() {
    #expect("a\u{1B}[2Jb\u{202E}c\u{2028}d\n\u{7}".printable == "a\u{FFFD}[2Jb\u{FFFD}c d \u{FFFD}")
    #expect("“naïve” — 東京 👍🏽".printable == "“naïve” — 東京 👍🏽")
  }

  @Test func aReportIsOneLineWithItsKeysInOrder() {
    #expect(["b": "x/y", "a": "1"].jsonLine == "{\"a\":\"1\",\"b\":\"x/y\"}\n")
  }

  @Test func aFailureOfALineNamesIt() {
    let failure = ProgramFailure(.script, "There is no such thing.")
    #expect(failure.text(of: "x", line: 3, asJSON: false) == "x: line 3: There is no such thing.\n")
    #expect(
      failure.text(of: "x", line: 3, asJSON: true) == """
        {"error":{"exitCode":65,"kind":"script","line":3,"message":"There is no such thing."}}

        """
    )
  }
}
