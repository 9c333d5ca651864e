import Foundation
import ProgramDriver
import Testing

@Suite struct BadDataFileTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: program.dataPath))
  }

  @Test(arguments: [
    (
      "{\n  \"format\": \"standups\",\n  \"version\": 1,\n  \"standups\": [",
      ", line 4, column 16: The file is damaged: the text ends too early. It was left as it is."
    ),
    (
      "{\"name\": \"package.json\"}",
      ": This is JSON, but not a stand-up document (\"format\": \"standups\" is missing). It was left as it is."
    ),
    (
      "{\"format\": \"standups\", \"version\": 7, \"anything\": []}",
      ": The document was written by a newer version of this program (schema 7, this program reads up to 1). It was left as it is; update standups to read it."
    ),
    (
      "\u{0}\u{1}",
      ", line 1, column 1: The file is damaged: expected a value. It was left as it is."
    ),
  ])
  func refusesADamagedForeignOrNewerFile(content: String, sentence: String) throws {
    for command in [["list"], ["add", "One"], ["export"], ["stats"]] {
      try write(content)
      let failed = try program.run(command)
      #expect(failed.status == 65)
      #expect(failed.errors == "standups: \(program.dataPath)\(sentence)\n")
      #expect(failed.output == "")
      #expect(try String(contentsOfFile: program.dataPath, encoding: .utf8) == content)
    }
  }

  @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.rejection))
  func refusesAnUnreadableFile() throws {
    try write("{}")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: program.dataPath)
    let failed = try Unprivileged.run(program, ["list"])
    #expect(failed.status == 66)
    #expect(
      failed.errors
        == "standups: \(program.dataPath): The file may not be read: Permission denied.\n"
    )
  }

  @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.rejection))
  func refusesAFolderThatMayNotBeWritten() throws {
    let path = program.file("locked/data.json")
    try FileManager.default.createDirectory(
      atPath: program.file("locked"),
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o555]
    )
    let failed = try Unprivileged.run(program, ["add", "One", "--data", path])
    #expect(failed.status == 73)
    #expect(
      failed.errors == "standups: \(path): The file may not be written (Permission denied); "
        + "nothing was changed. Change its permissions, or name another file with --data.\n"
    )
  }

  @Test func refusesAReadOnlyFile() throws {
    #expect(try program.run("add", "One").status == 0)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444],
      ofItemAtPath: program.dataPath
    )
    #expect(try program.run("list").status == 0)
    #expect(try program.run("add", "Two").status == 73)
    #expect(try program.run("list").output.split(separator: "\n").count == 2)
  }

  @Test func refusesAFolder() throws {
    let failed = try program.run("list", "--data", program.folder)
    #expect(failed.status == 66)
    #expect(failed.errors == "standups: \(program.folder): This is a folder; name a file.\n")
  }

  /// 29 MB of notes: read, counted, changed, and rejected with the position when damaged at the end.
  @Test func worksWithAHugeFile() throws {
    var text = hugeDocument(meetings: 142)
    #expect(text.utf8.count > 28_000_000)
    try write(text)
    #expect(try program.run("add", "Small").status == 0)
    let listed = try program.run("list")
    #expect(listed.status == 0)
    #expect(listed.output.split(separator: "\n").count == 3)
    text.removeLast(2)
    try write(text)
    let failed = try program.run("list")
    #expect(failed.status == 65)
    #expect(
      failed.errors == "standups: \(program.dataPath), line 4, column 1: The file is damaged: "
        + "the text ends too early. It was left as it is.\n"
    )
  }

  /// 50 MB are over the limit for reading, so the file stays unchanged with every command.
  @Test func refusesAFileThatIsTooLarge() throws {
    let text = hugeDocument(meetings: 256)
    #expect(text.utf8.count > 50_000_000)
    try write(text)
    for command in [["list"], ["add", "Small"], ["remove", "big"]] {
      let rejected = try program.run(command)
      #expect(rejected.status == 65)
      #expect(
        rejected.errors == "standups: \(program.dataPath): The file is too large; "
          + "at most 32 MB are read. It was left as it is.\n"
      )
    }
    #expect(try String(contentsOfFile: program.dataPath, encoding: .utf8) == text)
  }

  /// A document with one stand-up, whose meetings have 50 notes of 4 KB each.
  private func hugeDocument(meetings count: Int) -> String {
    let note =
      "{\"second\":1,\"speaker\":\"Ada\",\"text\":\"\(String(repeating: "x", count: 4000))\"}"
    let notes = Array(repeating: note, count: 50).joined(separator: ",")
    let meetings = (0..<count).map { number in
      let digits = String(number)
      let tail = String(repeating: "0", count: 12 - digits.count) + digits
      return "{\"id\":\"00000000-0000-0000-0000-\(tail)\",\"date\":\"2026-01-05T08:00:00Z\","
        + "\"seconds\":60,\"ending\":\"finished\",\"turns\":[{\"name\":\"Ada\",\"seconds\":60}],"
        + "\"transcript\":[\(notes)]}"
    }
    return """
      {"format":"standups","version":1,"settings":{"defaultSeconds":900,"rings":true},"standups":[
      {"id":"00000000-0000-0000-0001-000000000000","handle":"big","title":"Big",
      "plannedSeconds":60,"theme":"plain","attendees":[],"meetings":[\(meetings.joined(separator: ","))]}
      ]}
      """
  }
}
