import ArgumentParser
import Foundation
import ProgramHTTP
import Synchronization
import Testing

@testable import QuotesConsole

@Suite struct ServiceDeskTests {
  /// The status and the body of what a service of quotes answers.
  private func answers(
    _ options: [String] = [],
    _ paths: String...
  ) async throws -> [String] {
    let desk = ServiceDesk(try ServerOptions.parse(options))
    let service = try await HTTPService.start(port: 0) { await desk.answer($0, $1) }
    desk.measure { service.connectionCount }
    var answers: [String] = []
    for path in paths {
      let url = try #require(URL(string: "http://127.0.0.1:\(service.port)\(path)"))
      let answer = try await HTTPClient(environment: [:])
        .get(url, accepting: "*/*", limit: 10_000)
      answers.append("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    await service.stop()
    #expect(service.connectionCount == 0)
    return answers
  }

  @Test func answersAndCounts() async throws {
    let answers = try await answers([], "/health", "/random.json", "/none", "/metrics")
    #expect(answers[0] == "200 ok\n")
    #expect(answers[1].hasPrefix("200 {\"author\":"))
    #expect(answers[2].hasPrefix("404 "))
    #expect(answers[3].contains("quotes_requests_total{status=\"200\"} 2\n"))
    #expect(answers[3].contains("quotes_requests_total{status=\"404\"} 1\n"))
    #expect(answers[3].contains("quotes_connections 1\n"))
  }

  @Test func failsAsItIsAskedTo() async throws {
    let answers = try await answers(
      ["--fail", "1", "--fault", "418"],
      "/quotes.json",
      "/quotes.json"
    )
    #expect(answers[0].hasPrefix("418 "))
    #expect(answers[1].hasPrefix("200 "))
    let failure = await #expect(throws: HTTPFailure.self) {
      try await self.answers(["--fail", "1", "--fault", "cut"], "/quotes.json")
    }
    #expect(failure?.code == .cut)
  }

  @Test func eachRequestHasATreeThatGoesWithIt() async throws {
    let desk = ServiceDesk(try ServerOptions.parse(["--delay", "3600"]))
    let (started, continuation) = AsyncStream<Void>.makeStream()
    // A client that has left looks like one that only ends its sending, until the time is over.
    let limits = HTTPServiceLimits(time: .seconds(2))
    let service = try await HTTPService.start(port: 0, limits: limits) { method, target in
      async let reply = desk.answer(method, target)
      continuation.yield()
      return await reply
    }
    let url = try #require(URL(string: "http://127.0.0.1:\(service.port)/quotes.json"))
    let clients = (0..<20).map { _ in
      Task { try? await HTTPClient(environment: [:]).get(url, accepting: "*/*", limit: 10_000) }
    }
    var count = 0
    for await _ in started {
      count += 1
      if count == clients.count { break }
    }
    for client in clients { client.cancel() }
    for client in clients { _ = await client.value }
    var abandoned = 0
    for await event in desk.events where event.text.hasSuffix("abandoned") {
      abandoned += 1
      if abandoned == clients.count { break }
    }
    await service.stop()
    while desk.requestCount > 0 { await Task.yield() }
    #expect(desk.requestCount == 0)
  }

  @Test func levelsSayWhatIsLogged() async throws {
    let desk = ServiceDesk(try ServerOptions.parse([]), logging: .warning)
    _ = await desk.answer("GET", "/quotes.json")
    _ = await desk.answer("GET", "/none")
    desk.note(.opened)
    desk.note(.late)
    desk.stop()
    var events: [ServiceEvent] = []
    for await event in desk.events { events.append(event) }
    #expect(events.map(\.level) == [.warning, .warning])
    #expect(events.first?.text.hasPrefix("GET /none 404 ") == true)
    let line = ServiceEvent(level: .error, text: "a\u{1B}b").line(
      at: Date(timeIntervalSince1970: 0)
    )
    #expect(line.hasPrefix("1970-01-01T00:00:00Z error a"))
    #expect(!line.contains("\u{1B}"))
  }

  @Test func rejectedRequestsAndUndeliveredAnswersAreLoggedAndCounted() async throws {
    let desk = ServiceDesk(try ServerOptions.parse([]), logging: .notice)
    desk.note(.rejected(status: 400))
    desk.note(.rejected(status: 431))
    desk.note(.rejected(status: 400))
    desk.note(.undelivered(status: 200))
    guard case .answer(_, _, let body) = await desk.answer("GET", "/metrics") else {
      Issue.record("There is no answer.")
      return
    }
    let metrics = String(decoding: body, as: UTF8.self)
    #expect(metrics.contains("quotes_requests_total{status=\"400\"} 2\n"))
    #expect(metrics.contains("quotes_requests_total{status=\"431\"} 1\n"))
    #expect(metrics.contains("quotes_undelivered_total 1\n"))
    desk.stop()
    var lines: [String] = []
    for await event in desk.events { lines.append("\(event.level.rawValue) \(event.text)") }
    #expect(lines.first == "warning a request was rejected with 400")
    #expect(lines.count == 4)
    #expect(lines.last?.hasPrefix("notice an answer of 200 was not delivered: ") == true)
  }

  @Test func headsHaveALimit() async throws {
    let notes = Mutex<[HTTPServiceNote]>([])
    let service = try await HTTPService.start(
      port: 0,
      limits: HTTPServiceLimits(headLength: 100),
      onNote: { note in notes.withLock { $0.append(note) } },
      respond: { _, _ in .answer(status: 200, type: "text/plain", body: []) }
    )
    let path = String(repeating: "x", count: 200)
    let url = try #require(URL(string: "http://127.0.0.1:\(service.port)/\(path)"))
    let answer = try await HTTPClient(environment: [:]).get(url, accepting: "*/*", limit: 10_000)
    #expect(answer.status == 431)
    await service.stop()
    #expect(notes.withLock { $0.contains(.rejected(status: 431)) })
  }
}
