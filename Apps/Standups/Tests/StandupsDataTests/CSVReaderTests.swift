import StandupsData
import Testing

@Suite struct CSVReaderTests {
  private func read(_ text: String) throws -> [CSVRecord] {
    try CSVReader.records(in: text.utf8, path: "a.csv")
  }

  @Test func readsFieldsAndLines() throws {
    #expect(
      try read("a,b\n1,\"x, \"\"y\"\"\nz\"\n\n,\n3,4") == [
        CSVRecord(line: 1, fields: ["a", "b"]),
        CSVRecord(line: 2, fields: ["1", "x, \"y\"\nz"]),
        CSVRecord(line: 5, fields: ["", ""]),
        CSVRecord(line: 6, fields: ["3", "4"]),
      ]
    )
  }

  @Test func readsOtherLineEndsAndAByteOrderMark() throws {
    #expect(
      try read("\u{FEFF}a,b\r\n1,2\r\n").map(\.fields) == [["a", "b"], ["1", "2"]]
    )
  }

  @Test(arguments: [
    ("a\n\"b", "a.csv, line 2: A field begins with a quotation mark that is never closed."),
    (
      "a\n\nb\"c",
      "a.csv, line 3: A quotation mark stands inside a field that does not begin with one."
    ),
    ("\"a\nb\"c", "a.csv, line 2: There is text after the closing quotation mark of a field."),
  ])
  func namesTheLineOfAFault(text: String, expected: String) {
    #expect(failure { _ = try read(text) }?.description == expected)
  }

  @Test func refusesWhatIsNotUTF8() {
    let error = failure {
      _ = try CSVReader.records(in: [0x61, 0x0A, 0xFF], path: "a.csv")
    }
    #expect(error?.description == "a.csv, line 2: The text is not UTF-8.")
  }

  @Test func readsWhatTheWriterWrites() throws {
    let rows = [["a", "b,\"c\""], ["", "x\ny\r\nz"], ["=1", "ü"], [" s ", ""]]
    #expect(try read(CSVWriter.text(rows)).map(\.fields) == rows)
  }
}
