import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct FileLinkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name).path,
      withDestinationPath: target
    )
  }

  private func target(of name: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: folder.file(name).path)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.file(name),
      withIntermediateDirectories: false
    )
  }

  private func content(_ name: String) -> String? {
    (try? Data(contentsOf: folder.file(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  private func open(_ name: String) -> Source<Persistable<[Int]>> {
    FilePersistence().source(for: FileDescriptor<[Int]>(url: folder.file(name)))
  }

  private func flush(_ name: String) { FilePersistence.flush(folder.file(name)) }

  private func messages(_ body: () throws -> Void) rethrows -> [String] {
    let reports = Recorder<Report>()
    try ReportSink.withHandler({ reports.take($0) }, operation: body)
    return reports.models.map(\.message)
  }

  @Test func aLinkWithoutATargetIsAnotherNameOfTheTarget() throws {
    try link("link.json", to: "target.json")
    let (a, b) = (open("link.json"), open("target.json"))
    #expect(a.sourceID == b.sourceID)
    a.model.set([1])
    #expect(b.model.found?.value == [1])
    flush("link.json")
    #expect(content("target.json") == "[1]")
    #expect(target(of: "link.json") == "target.json")
  }

  @Test func aClearThroughALinkLeavesOneSourceForBothNames() throws {
    try link("link.json", to: "target.json")
    do {
      let source = open("link.json")
      source.model.set([1])
      flush("target.json")
      source.model.clear?()
    }
    #expect(folder.names == ["link.json"])
    let (a, b) = (open("link.json"), open("target.json"))
    #expect(a.sourceID == b.sourceID)
    a.model.set([2])
    flush("link.json")
    #expect(content("target.json") == "[2]")
    #expect(target(of: "link.json") == "target.json")
  }

  @Test func linksOfLinksAreFollowedFromTheirOwnFolders() throws {
    try makeFolder("a")
    try makeFolder("b")
    try link("c", to: "b")
    try link("a/first.json", to: "../c/./second.json")
    try link("b/second.json", to: folder.file("third.json").path)
    try link("third.json", to: "b/../target.json")
    let (a, b) = (open("a/first.json"), open("target.json"))
    #expect(a.sourceID == b.sourceID)
    #expect(open("c/second.json").sourceID == b.sourceID)
    a.model.set([1])
    flush("target.json")
    #expect(content("target.json") == "[1]")
    #expect(target(of: "third.json") == "b/../target.json")
  }

  @Test(arguments: [("link.json", "missing/target.json"), ("link", "missing")])
  func aLinkToAMissingFolderStaysAndMakesNoFolder(name: String, leads: String) throws {
    try link(name, to: leads)
    let file = name == "link" ? "link/target.json" : name
    let path = try FileLocation(folder.file("missing").path).path
    let words = "a link leads to the folder \(path), which does not exist"
    let remedy = "Make that folder, or change the link."
    let source = open(file)
    let error = try #require(source.model.notFound?.error as? PersistenceError)
    #expect(error.code == .inaccessible)
    #expect(error.message == "\(path)/target.json cannot be read: \(words). \(remedy)")
    let messages = messages {
      source.model.set([1])
      flush(file)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("cannot be written: \(words). \(remedy)") == true)
    #expect(target(of: name) == leads)
    #expect(folder.names == [name])
    try makeFolder("missing")
    flush(file)
    #expect(content("missing/target.json") == "[1]")
    #expect(target(of: name) == leads)
  }

  @Test func aFolderBehindALinkedFolderIsMade() throws {
    try makeFolder("real")
    try link("link", to: "real")
    let source = open("link/new/target.json")
    source.model.set([1])
    flush("link/new/target.json")
    #expect(content("real/new/target.json") == "[1]")
  }

  @Test func linksInACircleAreReportedAndStay() throws {
    try link("a.json", to: "b.json")
    try link("b.json", to: "a.json")
    let source = open("a.json")
    let error = try #require(source.model.notFound?.error as? PersistenceError)
    #expect(error.message.contains("cannot be read: its links lead in a circle."))
    let messages = messages {
      source.model.set([1])
      flush("a.json")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("cannot be written: its links lead in a circle.") == true)
    #expect([target(of: "a.json"), target(of: "b.json")] == ["b.json", "a.json"])
    // Otherwise the change would be reported once more when the program ends.
    source.model.clear?()
    flush("a.json")
  }

  @Test func aReplacementWritesTheTargetOfALinkThatIsThereOrNot() throws {
    try link("link", to: "target")
    for text in ["new", "newer"] {
      try FileReplacement.replace(folder.file("link").path, with: Data(text.utf8))
      #expect(content("target") == text)
      #expect(target(of: "link") == "target")
    }
    try link("astray", to: "missing/target")
    #expect(throws: POSIXError.self) {
      try FileReplacement.replace(folder.file("astray").path, with: Data())
    }
    #expect(target(of: "astray") == "missing/target")
  }

  @Test func asManyLinksAsTheSystemFollowsAreFollowed() throws {
    for number in 0..<FileLocation.linkLimit { try link("\(number)", to: "\(number + 1)") }
    let last = try FileLocation(folder.file("\(FileLocation.linkLimit)").path)
    #expect(try FileLocation(folder.file("0").path) == last)
    try link("begin", to: "0")
    let error = #expect(throws: POSIXError.self) { try FileLocation(folder.file("begin").path) }
    #expect(error?.code == .ELOOP)
  }
}
