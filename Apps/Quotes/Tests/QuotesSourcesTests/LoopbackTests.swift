import Dispatch
import Foundation
import LoopbackHTTP
import ProgramHTTP
import QuotesServer
import QuotesSources
import StrataConcurrency
import StrataSources
import Testing

/// Against a real server on this machine; the tests wait for the next screen, never for time.
@Suite struct LoopbackTests {
  private func service(_ server: LoopbackServer, _ path: String = "quotes.json") -> QuoteService {
    var service = QuoteService(url: server.address.appending(path: path))
    service.retries = 0
    service.retryInterval = 0
    // Only the tests of the limit, which have a clock of their own, are to meet it.
    service.limit = .seconds(86_400)
    return service
  }

  /// Why there is no quote when the server behaves so.
  private func failure(_ fault: QuotesSite.Fault) async throws -> (QuoteFailure?, String) {
    let site = QuotesSite(failing: .max, with: fault)
    return try await LoopbackServer.run(site.answer) { server in
      let source = service(server).source().eraseToSource()
      let screen = await settled(source)
      #expect(screen.actions.map(\.name) == ["retry"])
      return (screen.trouble?.failure, server.address.absoluteString + "/quotes.json")
    }
  }

  @Test func showsRealQuotes() async throws {
    try await LoopbackServer.run(QuotesSite().answer) { server in
      let source = service(server).source().eraseToSource()
      let screen = await settled(source)
      #expect(screen.page?.quote.author == "Isaac Newton")
      #expect(screen.page?.list.quotes.count == QuoteCollection.all.count)
      let random = service(server, "random.json").source().eraseToSource()
      let before = await settled(random)
      #expect(before.actions.map(\.name) == ["refresh"])
      before.actions.first?.action()
      let after = await settled(random)
      #expect(after.page?.quote != before.page?.quote)
    }
  }

  @Test(arguments: [404, 429, 500, 503])
  func aStatusThatIsNoSuccessIsAFailure(status: Int) async throws {
    let (failure, place) = try await failure(.status(status))
    #expect(failure == QuoteFailure(.refused, "\(place) answered with HTTP status \(status)."))
  }

  @Test func anAnswerThatIsCutOffOrMissingOrNonsenseIsAFailure() async throws {
    let (cut, first) = try await failure(.cut)
    #expect(cut == QuoteFailure(.damaged, "The answer of \(first) was cut off."))
    let (closed, second) = try await failure(.close)
    let sentence = "\(second) closed the connection without an answer."
    #expect(closed == QuoteFailure(.damaged, sentence))
    let (nonsense, third) = try await failure(.nonsense)
    let reason = "expected a value, in line 1, column 1"
    let words = "The answer of \(third) cannot be read as JSON: \(reason)."
    #expect(nonsense == QuoteFailure(.damaged, words))
  }

  @Test func aServerThatIsNotThereIsAFailure() async throws {
    try await LoopbackServer.refusing { address in
      var service = QuoteService(url: address)
      service.retries = 0
      let trouble = await settled(service.source().eraseToSource()).trouble
      #expect(trouble?.failure.code == .unreachable)
      #expect(
        trouble?.failure.message.hasPrefix("\(address.absoluteString) cannot be reached: ") == true
      )
    }
  }

  @Test func aServerThatFailsTwiceIsTriedAgainTwice() async throws {
    let gate = DispatchSemaphore(value: 0)
    let site = QuotesSite(failing: 2) { gate.wait() }
    try await LoopbackServer.run(site.answer) { server in
      var service = service(server)
      service.retries = 2
      let screens = Screens(service.source())
      // Nothing is answered before the first screen has been seen.
      for _ in 0..<3 { gate.signal() }
      _ = await settled(screens.source)
      #expect(
        screens.words == [
          "waiting []", "waiting after 1 []", "waiting after 2 []",
          "showing \(QuoteCollection.all[0].quote) [next refresh]",
        ]
      )
    }
  }

  @Test func aSlowServerIsWaitedForWithAPlaceholder() async throws {
    let gate = DispatchSemaphore(value: 0)
    let site = QuotesSite { gate.wait() }
    defer { gate.signal() }
    try await LoopbackServer.run(site.answer) { server in
      let screens = Screens(service(server).source())
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /quotes.json"))
      #expect(screens.source.model.word == "waiting []")
      gate.signal()
      #expect(await settled(screens.source).page != nil)
    }
  }

  @Test func anAnswerThatDoesNotComeInTimeIsLateAndItsConnectionIsClosed() async throws {
    let clock = TestClock()
    try await LoopbackServer.run(QuotesSite(failing: 1, with: .silence).answer) { server in
      var service = service(server)
      service.limit = .seconds(3)
      service.time = SourceTime(clock: clock, start: .distantPast)
      let source = service.source().eraseToSource()
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /quotes.json"))
      // Until the answer is waited for; the request may be there before that is measured.
      while clock.sleeperCount == 0 { await Task.yield() }
      await clock.advance(by: .seconds(3))
      let trouble = await settled(source).trouble
      let place = service.url.absoluteString
      #expect(trouble?.failure == QuoteFailure(.late, "\(place) did not answer within 3.0 s."))
      #expect(await events.next() == .left("GET /quotes.json"))
    }
  }

  @Test func disconnectingClosesTheConnection() async throws {
    try await LoopbackServer.run(QuotesSite(failing: 1, with: .silence).answer) { server in
      let source = service(server).screen()
      source.model.connect()
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /quotes.json"))
      source.model.disconnect()
      #expect(await events.next() == .left("GET /quotes.json"))
    }
  }

  @Test func theServerRefusesWhatItDoesNotHave() {
    let site = QuotesSite()
    #expect(site.answer("GET", "/nothing").status == 404)
    #expect(site.answer("POST", "/quotes.json").status == 405)
    #expect(site.answer("GET", "/quotes.json?x=1").status == 200)
  }

  @Test func aPortThatIsTakenIsRefused() async throws {
    try await LoopbackServer.run(QuotesSite().answer) { server in
      let port = try #require(server.address.port.flatMap(UInt16.init(exactly:)))
      let failure = #expect(throws: SocketFailure.self) {
        try LoopbackServer(port: port, QuotesSite().answer)
      }
      #expect(failure?.call == "bind")
    }
  }
}
