import Foundation
import ProgramFiles
import Testing

@Suite struct AtomicReplacementTests {
  private func newFolder() throws -> String {
    let folder = NSTemporaryDirectory() + "replacement-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The entries of a folder are as long as their names, so a reader must not take them for whole ones.
  @Test(arguments: [1, 20, 200]) func foldersOfManyFilesAreRead(length: Int) throws {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<700 {
      let name = "\(number)" + String(repeating: "x", count: length)
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil)
    }
    for round in 0..<60 {
      try AtomicReplacement.replace("\(folder)/file", with: Data("\(round)".utf8))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/file")) == Data("59".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 701)
  }

  /// Leftovers of a killed process are removed, and nothing that only looks like them.
  @Test func leftoversGoAlsoWhereAFileOnlyGrows() throws {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = "\(folder)/file"
    try AtomicReplacement.replace(file, with: Data("a\n".utf8))
    let hash = "file".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let prefix =
      ".tmp-\(String(repeating: "0", count: 16 - String(hash, radix: 16).count))\(String(hash, radix: 16))-"
    for name in ["0123456789abcdef", "short", "0123456789abcdef0"] {
      _ = FileManager.default.createFile(atPath: "\(folder)/\(prefix)\(name)", contents: nil)
    }
    try GrowingFile.append(Data("b\n".utf8), to: file, keeping: 2, of: 2)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(left == ["\(prefix)0123456789abcdef0", "\(prefix)short", "file"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("a\nb\n".utf8))
  }
}
