import ArgumentParser
import Foundation
import ProgramHTTP
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
}
