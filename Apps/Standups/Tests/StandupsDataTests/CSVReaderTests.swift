import StandupsData
import Testing

@Suite struct CSVReaderTests {
  private func read(_ text: String) throws -> [CSVRecord] {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws -> [CSVRecord] {
    var reader = CSVReader(bytes, path: "a.csv")
    var records: [CSVRecord] = []
    while let record = try reader.next() { records.append(record) }
    return records
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
      _ = try read([0x61, 0x0A, 0xFF])
    }
    #expect(error?.description == "a.csv, line 2: The text is not UTF-8.")
  }

  /// Records that were read all at once took twenty times the memory of the text.
  @Test func theFirstRecordComesWithoutALookAtTheRest() throws {
    var reader = CSVReader(Array("a\n\"never closed".utf8), path: "a.csv")
    #expect(try reader.next()?.fields == ["a"])
    #expect(failure { _ = try reader.next() } != nil)
  }

  @Test func fieldsAndTheirLengthsAreBounded() throws {
    let most = String(repeating: ",", count: CSVReader.mostFields - 1)
    #expect(try read("a\n" + most).last?.fields.count == CSVReader.mostFields)
    #expect(
      failure { _ = try read("a\n,\(most)") }?.description
        == "a.csv, line 2: A row has more than 64 fields."
    )
    let long = String(repeating: "x", count: CSVReader.longestField)
    #expect(try read(long).first?.fields == [long])
    for text in ["a\n\(long)x", "a\n\"\(long)x\""] {
      #expect(
        failure { _ = try read(text) }?.description
          == "a.csv, line 2: A field has more than 1048576 bytes."
      )
    }
  }

  @Test func linesAreCountedAcrossEmptyOnes() throws {
    #expect(try read("\r\n\n\r\na\r\rb\n").map(\.line) == [4, 6])
  }

  @Test func readsWhatTheWriterWrites() throws {
    let rows = [["a", "b,\"c\""], ["", "x\ny\r\nz"], ["=1", "ü"], [" s ", ""]]
    #expect(try read(CSVWriter.text(rows)).map(\.fields) == rows)
  }
}
