import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct FilePlaceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  private func makeFile(_ name: String, _ content: String, _ permissions: Int) throws {
    try Data(content.utf8).write(to: folder.file(name))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: folder.file(name).path
    )
  }

  private func keep(_ value: [Int], in name: String) {
    let source = FilePersistence().source(for: FileDescriptor<[Int]>(url: folder.file(name)))
    source.model.set(value)
    FilePersistence.flush(folder.file(name))
  }

  @Test(arguments: ["http://example.invalid", ""])
  func aURLThatIsNoFileURLIsRefusedOnce(server: String) throws {
    let target = folder.file("kept.json")
    let url = try #require(URL(string: server + target.path))
    let reports = Recorder<Report>()
    let line: UInt = #line + 3
    let take: @Sendable (Report) -> Void = { reports.take($0) }
    try ReportSink.withHandler(take) {
      let descriptor = FileDescriptor<[Int]>(url: url)
      let source = FilePersistence(writeDelay: 0).source(for: descriptor)
      let other = FilePersistence(writeDelay: 0).source(for: descriptor)
      let error = try #require(source.model.notFound?.error as? PersistenceError)
      #expect(error.code == .inaccessible)
      source.model.set([1])
      #expect(other.model.found?.value == [1])
      FilePersistence.flush(url)
      FilePersistence.flush(target)
      source.model.clear?()
      #expect(source.model.found == nil)
    }
    #expect(folder.names.isEmpty)
    #expect(
      reports.models.map(\.message) == [
        """
        \(url.absoluteString) is no file URL. Nothing is read from it or written to it. Give a file \
        URL, as URL(fileURLWithPath:) makes one.
        """
      ]
    )
    #expect(reports.models.first?.callSite.line == line)
  }

  @Test func aCacheRefusesAFolderThatIsNoFileURL() throws {
    let url = try #require(URL(string: "http://example.invalid" + folder.url.path))
    let reports = Recorder<Report>()
    let line: UInt = #line + 3
    let take: @Sendable (Report) -> Void = { reports.take($0) }
    ReportSink.withHandler(take) {
      let cache = CachePersistence(folder: url)
      let source = cache.source(for: CacheDescriptor<Int>(key: "k"))
      source.model.set(1)
      #expect(source.model.found?.value == 1)
    }
    #expect(reports.models.map(\.callSite.line) == [line])
    #expect(reports.models.first?.message.contains("is no file URL.") == true)
  }

  @Test(arguments: [0o600, 0o640, 0o444, 0o777])
  func aFileThatIsReplacedKeepsItsPermissions(mode: Int) throws {
    try makeFile("kept.json", "[1]", mode)
    keep([2], in: "kept.json")
    #expect(try Data(contentsOf: folder.file("kept.json")) == Data("[2]".utf8))
    #expect(try permissions("kept.json") == mode)
    #expect(folder.names == ["kept.json"])
  }

  @Test func whatTakesThePlaceOfADamagedFileKeepsItsPermissions() throws {
    try makeFile("kept.json", "{ half a", 0o600)
    let source = FilePersistence().source(for: FileDescriptor<[Int]>(url: folder.file("kept.json")))
    #expect(source.model.found == nil)
    source.model.set([2])
    FilePersistence.flush(folder.file("kept.json"))
    #expect(try permissions("kept.json") == 0o600)
    #expect(try permissions("kept.json.damaged") == 0o600)
  }

  @Test func aNewFileHasTheUsualPermissions() throws {
    try Data().write(to: folder.file("usual"), options: .atomic)
    keep([1], in: "kept.json")
    #expect(try permissions("kept.json") == permissions("usual"))
  }

  @Test func theFileBehindALinkIsReplacedAndKeepsItsPermissions() throws {
    try makeFile("real.json", "[1]", 0o600)
    try FileManager.default.createSymbolicLink(
      at: folder.file("link.json"),
      withDestinationURL: folder.file("real.json")
    )
    keep([2], in: "link.json")
    #expect(try Data(contentsOf: folder.file("real.json")) == Data("[2]".utf8))
    #expect(try permissions("real.json") == 0o600)
    let link = try FileManager.default.attributesOfItem(atPath: folder.file("link.json").path)
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
  }
}
