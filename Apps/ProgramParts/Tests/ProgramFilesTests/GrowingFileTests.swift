import Foundation
import ProgramFiles
import Testing

@Suite struct GrowingFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("growing-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("lines").path }

  private func withFile(_ text: String, _ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try body()
  }

  private var content: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  @Test func addsBehindWhatIsThere() throws {
    try withFile("one\n") {
      try GrowingFile.append(Data("two\n".utf8), to: path, keeping: 4, of: 4)
      #expect(content == "one\ntwo\n")
    }
  }

  @Test func cutsOffWhatWasNeverFinished() throws {
    try withFile("one\ntw") {
      try GrowingFile.append(Data("2\n".utf8), to: path, keeping: 4, of: 6)
      #expect(content == "one\n2\n")
    }
  }

  @Test func refusesAFileThatHasGrownSince() throws {
    try withFile("one\ntwo\n") {
      #expect(throws: SystemFailure.changed) {
        try GrowingFile.append(Data("x\n".utf8), to: path, keeping: 4, of: 4)
      }
      #expect(content == "one\ntwo\n")
    }
  }

  @Test func refusesAProtectedFile() throws {
    try withFile("one\n") {
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
      #expect(throws: SystemFailure.self) {
        try GrowingFile.append(Data("x\n".utf8), to: path, keeping: 4, of: 4)
      }
      #expect(content == "one\n")
    }
  }
}
