import StandupsConsole
import Testing

@Suite struct TextTableTests {
  private func lines(_ rows: [[String]], columns: Int) -> [String] {
    var table = TextTable([("NAME", .left), ("N", .right)])
    for row in rows { table.append(row) }
    return table.lines(columns: columns, paint: Paint(isOn: false))
  }

  @Test func alignsColumns() {
    #expect(
      lines([["a", "1"], ["日本", "200"], ["abcdef", ""]], columns: 80) == [
        "NAME      N",
        "a         1",
        "日本    200",
        "abcdef",
      ]
    )
  }

  @Test func cutsTheWidestColumnToFit() {
    #expect(lines([["abcdefghijkl", "1"]], columns: 10) == ["NAME     N", "abcdef…  1"])
  }

  @Test func neverSendsControlCharacters() {
    #expect(lines([["a\u{1B}b", "1"]], columns: 80)[1] == "a\u{FFFD}b   1")
  }

  @Test func trapsOnARowOfOtherWidth() async {
    await #expect(processExitsWith: .failure) {
      var table = TextTable([("NAME", .left)])
      table.append(["a", "b"])
    }
  }
}
