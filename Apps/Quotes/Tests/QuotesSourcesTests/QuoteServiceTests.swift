import Foundation
import QuotesSources
import StrataConcurrency
import StrataSources
import Testing

/// Without a network, in simulated time.
@Suite struct QuoteServiceTests {
  private let url = URL(filePath: "/quotes.json")
  private let start = Date(timeIntervalSince1970: 1_000_000_000)

  private func service(
    _ transport: StubTransport,
    _ simulation: SimulatedExecutor,
    change: (inout QuoteService) -> Void = { _ in }
  ) -> QuoteService {
    var service = QuoteService(url: url)
    service.transport = transport
    service.time = SourceTime(clock: simulation.clock, start: start)
    change(&service)
    return service
  }

  @Test func triesAgainByItselfAndThenSaysWhy() async throws {
    let transport = StubTransport(Array(repeating: .failure(down), count: 3) + [.success(both)])
    let (words, waited) = try await withSimulation(seed: 1) { simulation in
      let screens = Screens(service(transport, simulation) { $0.retryInterval = 5 }.source())
      _ = await settled(screens.source)
      let waited = simulation.clock.now.offset
      screens.source.model.actions.first { $0.name == "retry" }?.action()
      _ = await settled(screens.source)
      return (screens.words, waited)
    }.value
    #expect(
      words == [
        "waiting []", "waiting after 1 []", "waiting after 2 []", "failed after 3 [retry]",
        "waiting []", "showing One. [next refresh]",
      ]
    )
    #expect(waited == .seconds(10))
    #expect(transport.requests == 4)
  }

  @Test func aRefreshThatFailsKeepsTheQuoteThatIsThere() async throws {
    let transport = StubTransport([.success(both), .failure(down), .failure(down), .success(other)])
    let words = try await withSimulation(seed: 2) { simulation in
      let screens = Screens(service(transport, simulation) { $0.retries = 1 }.source())
      for name in ["next", "refresh", "next", "retry"] {
        let screen = await settled(screens.source)
        screen.actions.first { $0.name == name }?.action()
      }
      _ = await settled(screens.source)
      return screens.words
    }.value
    #expect(
      words == [
        "waiting []", "showing One. [next refresh]", "showing Two. [next refresh]",
        "showing Two. refreshing [next]", "showing Two. refreshing after 1 [next]",
        "failed Two. after 2 [next retry]", "failed One. after 2 [next retry]",
        "waiting One. []", "showing Three. [refresh]",
      ]
    )
  }

  @Test func anAnswerThatIsNoQuoteIsTriedAgainToo() async throws {
    let transport = StubTransport([.success("nonsense"), .success(other)])
    let words = try await withSimulation(seed: 3) { simulation in
      let screens = Screens(service(transport, simulation).source())
      _ = await settled(screens.source)
      return screens.words
    }.value
    #expect(words == ["waiting []", "waiting after 1 []", "showing Three. [refresh]"])
  }

  @Test func nothingIsFetchedBeforeSomebodyConnectsNorAfterHeHasLeft() async throws {
    let transport = StubTransport([.success(both), .success(other)])
    try await withSimulation(seed: 4) { simulation in
      let source = service(transport, simulation).screen()
      #expect(source.model.actions.map(\.name) == ["connect"])
      #expect(source.model.isSettled)
      try await simulation.clock.sleep(for: .seconds(60))
      #expect(transport.requests == 0)
      source.model.connect()
      source.model.disconnect()
      try await simulation.clock.sleep(for: .seconds(60))
      #expect(source.model.screen == nil)
      source.model.connect()
      for await model in source.values where model.screen?.isSettled == true { break }
      #expect(source.model.actions.map(\.name).last == "disconnect")
      source.model.disconnect()
      #expect(source.model.actions.map(\.name) == ["connect"])
    }.value
  }

  @Test func quotesAreFetchedAgainEveryWhile() async throws {
    let transport = StubTransport([.success(both), .success(other), .success(both)])
    let words = try await withSimulation(seed: 5) { simulation in
      let screens = Screens(service(transport, simulation) { $0.pollInterval = 60 }.source())
      try await simulation.clock.sleep(for: .seconds(150))
      return screens.words
    }.value
    #expect(
      words == [
        "waiting []", "showing One. [next refresh]", "showing Three. [refresh]",
        "showing One. [next refresh]",
      ]
    )
    #expect(transport.requests == 3)
  }

  @Test func whatIsKeptIsShownWithoutAskingUntilItIsTooOld() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("deep/quotes.json")
    let transport = StubTransport([.success(both), .success(other)])
    let words = try await withSimulation(seed: 6) { simulation in
      let service = service(transport, simulation) {
        $0.cache = file
        $0.expireAfter = 3_600
      }
      do {
        let screens = Screens(service.source())
        #expect(await settled(screens.source).word == "showing One. [next refresh]")
      }
      FilePersistence.flush(file)
      #expect(FileManager.default.fileExists(atPath: file.path))
      let later = Screens(service.source())
      #expect(later.source.model.word == "showing One. kept [next refresh]")
      #expect(transport.requests == 1)
      try await simulation.clock.sleep(for: .seconds(3_601))
      _ = await settled(later.source)
      return later.words
    }.value
    #expect(
      words == [
        "showing One. kept [next refresh]", "showing One. kept refreshing [next]",
        "showing Three. [refresh]",
      ]
    )
    #expect(transport.requests == 2)
  }

  @Test func aDamagedFileIsMovedAsideAndNotLost() async throws {
    for content in ["{\"format\":\"quotes\"", "{\"format\":\"other\",\"version\":1,\"quotes\":[]}"]
    {
      let folder = try TemporaryFolder()
      let file = folder.file("quotes.json")
      try Data(content.utf8).write(to: file)
      try await withSimulation(seed: 7) { simulation in
        let service = service(StubTransport([.success(both)]), simulation) { $0.cache = file }
        let kept = try #require(service.kept)
        let error = try #require(kept.model.notFound?.error as? PersistenceError)
        #expect(error.code == .damaged)
        #expect(error.message.hasPrefix("What is kept in \(file.path) cannot be read ("))
        let screens = Screens(service.source())
        #expect(await settled(screens.source).word == "showing One. [next refresh]")
        FilePersistence.flush(file)
      }.value
      #expect(try folder.names == ["quotes.json", "quotes.json.damaged"])
      let aside = try String(contentsOf: folder.file("quotes.json.damaged"), encoding: .utf8)
      #expect(aside == content)
    }
  }
}
