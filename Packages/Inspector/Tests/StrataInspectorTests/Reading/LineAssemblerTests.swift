import Testing

@testable import StrataInspector

@Suite struct LineAssemblerTests {
  /// The lines of pieces, each as its number and its text; `nil` for one that is too long.
  private func lines(_ pieces: [String], limit: Int) -> [(Int, String?)] {
    var assembler = LineAssembler()
    var lines: [(Int, String?)] = []
    func text(_ line: AssembledLine) -> (Int, String?) {
      (line.number, line.bytes.map { String(decoding: $0, as: UTF8.self) })
    }
    for piece in pieces {
      assembler.add(Array(piece.utf8)[...], limit: limit) { lines.append(text($0)) }
    }
    if let last = assembler.finish(limit: limit) { lines.append(text(last)) }
    if let another = assembler.finish(limit: limit) { lines.append(text(another)) }
    return lines
  }

  private func expect(
    _ pieces: [String],
    _ expected: [(Int, String?)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = lines(pieces, limit: 4)
    #expect(found.map(\.0) == expected.map(\.0), sourceLocation: sourceLocation)
    #expect(found.map(\.1) == expected.map(\.1), sourceLocation: sourceLocation)
  }

  @Test("A line may have as many bytes as the limit says, in one piece or in several")
  func limit() {
    expect(["abcd\nabcde\nab\n"], [(1, "abcd"), (2, nil), (3, "ab")])
    expect(["ab", "cd\nab", "cde\na", "b\n"], [(1, "abcd"), (2, nil), (3, "ab")])
    expect(["abcd"], [(1, "abcd")])
    expect(["abcde"], [(1, nil)])
  }

  @Test("A line that is too long in many pieces is one line, and the next is whole")
  func manyPieces() {
    expect(["abc", "abc", "ab", "c\nab", "c\n"], [(1, nil), (2, "abc")])
    expect(["abc", "abc", "ab"], [(1, nil)])
  }

  @Test("An empty line counts, and the end of the text gives nothing twice")
  func emptyLines() {
    expect(["\n\na"], [(1, ""), (2, ""), (3, "a")])
    expect([""], [])
    expect(["a\n", ""], [(1, "a")])
  }
}

@Suite struct ReadingBoundsTests {
  private let header =
    #"{"type":"header","format":"strata-recording","v":1,"program":"p","pid":1,"id":"a","#
    + #""session":1,"started":"s"}"#

  @Test("A line of white space is no line, and a last line that is too long is a problem")
  func whiteSpace() {
    var limits = RecordingContents.Limits()
    limits.reading.lineBytes = 150
    let long = String(repeating: " ", count: 151)
    let contents = RecordingContents("\(header)\n \t\r\n\(long)".utf8, limits: limits)
    #expect(contents.records.count == 1 && contents.unknownCount == 0)
    #expect(contents.problems.map(\.line) == [3] && !contents.isTruncated)
  }

  @Test("A line that ends in the middle is truncated at the end alone")
  func truncated() {
    let middle = RecordingContents("\(header)\n{\"type\":\n\(header)".utf8)
    #expect(middle.problems.map(\.line) == [2] && !middle.isTruncated)
    #expect(middle.records.count == 2)
  }

  @Test("A session that begins again ends the trees that it does not name; the first ends none")
  func sessions() {
    func records(session: Int) -> [RecordingRecord] {
      let tree = #"{"type":"tree","t":1,"tree":1,"root":"1","name":"n"}"#
      let other = tree.replacing("\"tree\":1", with: "\"tree\":2")
      let next = header.replacing("\"session\":1", with: "\"session\":\(session)")
      let lines = [header, tree, other, next, tree].joined(separator: "\n")
      return RecordingContents(lines.utf8).records
    }
    let again = RecordingState(records(session: 2))
    #expect(again.trees[1]?.hasEnded == false && again.trees[2]?.hasEnded == true)
    let first = RecordingState(records(session: 1))
    #expect(first.trees[1]?.hasEnded == false && first.trees[2]?.hasEnded == false)
  }
}
