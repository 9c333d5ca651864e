import StandupsConsole
import Testing

@Suite struct InputChannelTests {
  @Test func joinsAndCutsChunksIntoLines() async {
    let input = PreparedInput("on", "e\ntwo\r\nth", "ree", "\n\nlast")
    var lines: [String] = []
    while let line = await input.readLine() { lines.append(line) }
    #expect(lines == ["one", "two", "three", "", "last"])
  }

  @Test func endsWithoutInput() async {
    #expect(await PreparedInput().readLine() == nil)
  }
}
