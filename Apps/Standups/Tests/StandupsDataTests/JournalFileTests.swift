import Foundation
import StandupsData
import Testing

@Suite struct JournalFileTests {
  private let folder: TemporaryFolder
  private let journal: JournalFile

  init() throws {
    folder = try TemporaryFolder()
    journal = JournalFile(besides: DocumentFile(path: folder.file("data.json")))
  }

  private func lines(_ numbers: ClosedRange<Int>) -> [Data] {
    numbers.map { Data("{\"line\":\($0)}".utf8) }
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: journal.path))
  }

  private var text: String {
    get throws { try String(contentsOfFile: journal.path, encoding: .utf8) }
  }

  @Test func liesBesideTheDataFileAndIsEmptyAtFirst() throws {
    #expect(journal.path == folder.file("data.json") + ".changes")
    #expect(try journal.lines() == [])
    #expect(!FileManager.default.fileExists(atPath: journal.path))
  }

  @Test func keepsLinesInTheirOrder() throws {
    #expect(try journal.append(lines(1...2)) == nil)
    #expect(try journal.append(lines(3...3)) == nil)
    #expect(try journal.lines() == lines(1...3))
    #expect(
      try text == """
        {"format":"standups-changes","version":1}
        {"line":1}
        {"line":2}
        {"line":3}

        """
    )
  }

  @Test func isBounded() throws {
    for number in 0..<12 {
      _ = try journal.append(lines((number * 100 + 1)...(number * 100 + 100)))
    }
    let kept = try journal.lines()
    #expect((JournalFile.keptLines...(2 * JournalFile.keptLines)).contains(kept.count))
    #expect(kept == lines((1_201 - kept.count)...1_200))
    _ = try journal.append(lines(1...2_000))
    #expect(try journal.lines() == lines(1...2_000))
    _ = try journal.append(lines(1...1))
    #expect(try journal.lines().count == JournalFile.keptLines)
  }

  /// The leftovers of a process that was killed while it appended.
  @Test func aLineThatWasNotFinishedHarmsNoOther() throws {
    _ = try journal.append(lines(1...1))
    try write(try text + "{\"line\":2")
    #expect(try journal.append(lines(3...3)) == nil)
    #expect(
      try journal.lines() == [Data("{\"line\":1}".utf8), Data("{\"line\":2".utf8)] + lines(3...3)
    )
  }

  @Test func aLaterVersionIsSaidToBeOneAndLeftAsItIs() throws {
    let content = "{\"format\":\"standups-changes\",\"version\":2,\"more\":[1]}\n{}\n"
    try write(content)
    let refused = #expect(throws: StandupsError.self) { try journal.lines() }
    #expect(refused?.description.contains("version 2, which a newer program has written") == true)
    let warning = try #require(try journal.append(lines(1...1)))
    #expect(warning.description.contains("The change was made, and is not recorded."))
    #expect(try text == content)
  }

  @Test(arguments: ["damaged", "\n", "{\"format\":\"standups-changes\",\"version\":0}\n{}\n"])
  func somethingElseIsRefusedAndMovedAside(content: String) throws {
    for number in 1...2 {
      try write(content)
      let refused = #expect(throws: StandupsError.self) { try journal.lines() }
      #expect(refused?.code == .data)
      #expect(try text == content)
      let aside = journal.path + (number == 1 ? ".damaged" : ".damaged-2")
      let warning = try #require(try journal.append(lines(1...1)))
      #expect(warning.description.hasPrefix("\(journal.path): This was no record of changes; "))
      #expect(try String(contentsOfFile: aside, encoding: .utf8) == content)
      #expect(try journal.lines() == lines(1...1))
    }
  }

  @Test func whatCannotBeWrittenIsAFailure() throws {
    try FileManager.default.createDirectory(
      atPath: journal.path,
      withIntermediateDirectories: true
    )
    #expect(throws: StandupsError.self) { try journal.append(lines(1...1)) }
    #expect(throws: StandupsError.self) { try journal.lines() }
  }
}
