import StandupsData
import StandupsFeatures
import Testing

@Suite struct TranscriptScriptTests {
  private func error(_ text: String) -> StandupsError? {
    do {
      _ = try TranscriptScript(text, names: ["Ada"], path: "t.txt")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (
      "x\n\n[1:75] Ada: y",
      "t.txt, line 3: \"[1:75]\" is no time; write minutes and seconds, as in [2:05]."
    ),
    ("[15] y", "t.txt, line 1: \"[15]\" is no time; write minutes and seconds, as in [2:05]."),
    ("[:] y", "t.txt, line 1: \"[:]\" is no time; write minutes and seconds, as in [2:05]."),
  ])
  func namesTheLineOfAWrongTime(text: String, sentence: String) {
    #expect(error(text)?.description == sentence)
  }

  @Test func linesAndTheirLengthsAreBounded() {
    let most = String(repeating: "a\n", count: 10_000)
    #expect(error(most + "\n# not counted\n") == nil)
    #expect(error(most + "a")?.message == "A transcript has at most 10000 lines.")
    let longest = String(repeating: "x", count: NoteRule.longest)
    #expect(error("[0:01] Ada: \(longest)\n") == nil)
    #expect(
      error("a\n[0:01] Ada: \(longest)x\n")?.description
        == "t.txt, line 2: A note has at most 16384 bytes."
    )
  }

  @Test(arguments: [
    "", "# [9:99]", "[see page 3] text", "Note: no name", "[0:00] a", "[1:00:00] a",
  ])
  func takesWhatLooksAlmostLikeATime(text: String) {
    #expect(error(text) == nil)
  }
}
