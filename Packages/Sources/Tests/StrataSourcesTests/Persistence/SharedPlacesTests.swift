import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

/// Many stored values at once: each has one source, and each file one object.
@Suite struct SharedPlacesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String) -> Source<Persistable<Int>> {
    FilePersistence(writeDelay: .infinity).source(for: FileDescriptor(url: folder.file(name)))
  }

  @Test func eachOfManyValuesHasOneSource() {
    let cache = CachePersistence()
    func sources() -> [Source<Persistable<Int>>] {
      (0..<70).map { cache.source(for: CacheDescriptor(key: "\($0)")) }
    }
    let (first, second) = (sources(), sources())
    #expect(first.map(\.sourceID) == second.map(\.sourceID))
    for (number, source) in first.enumerated() { source.model.set(number) }
    #expect(second.map { $0.model.found?.value } == Array(0..<70))
  }

  @Test func placesWhoseSourcesHaveGoneAreForgottenWhenThereAreMany() {
    let sources = SharedSources()
    let kept = sources.source(for: "kept") { Plain(0) }.source
    for number in 1..<64 { _ = sources.source(for: "\(number)") { Plain(number) } }
    #expect(sources.places.count == 64)
    let last = sources.source(for: "last") { Plain(64) }.source
    #expect(sources.places.sorted() == ["kept", "last"])
    #expect(sources.find("kept") === kept)
    #expect(sources.find("last") === last)
  }

  @Test func aChangeThatCouldNotBeWrittenIsReadAgainAmongManyFiles() throws {
    try Data().write(to: folder.file("blocked"))
    let ignore: @Sendable (Report) -> Void = { _ in }
    ReportSink.withHandler(ignore) {
      do {
        let source = file("blocked/inside.json")
        source.model.set(1)
      }
      let others = (0..<70).map { file("\($0).json") }
      for other in others { #expect(other.model.found == nil) }
    }
    let source = file("blocked/inside.json")
    #expect(source.model.found?.value == 1)
    // A change that is still unwritten when the program ends would bring the folder back.
    try FileManager.default.removeItem(at: folder.file("blocked"))
    FilePersistence.flush(folder.file("blocked/inside.json"))
    #expect(folder.names == ["blocked"])
  }
}
