import Foundation
import LoopbackHTTP
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LoopbackServerTests {
  @Test func answersWhatItIsToldToAndTellsIt() async throws {
    try await LoopbackServer.run { method, path in
      .text("\(method) \(path)", status: 404)
    } _: { server in
      let (data, response) = try await URLSession.shared.data(
        from: server.address.appending(path: "facts/7")
      )
      #expect(String(decoding: data, as: UTF8.self) == "GET /facts/7")
      let answer = try #require(response as? HTTPURLResponse)
      #expect(answer.statusCode == 404)
      #expect(answer.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /facts/7"))
      #expect(
        await events.next()
          == .answered("GET /facts/7", .text("GET /facts/7", status: 404))
      )
    }
  }

  @Test func aPortThatIsTakenIsRefusedInTheSystemsWords() async throws {
    try await LoopbackServer.run { _, _ in
      .close
    } _: { server in
      let port = try #require(server.address.port.flatMap(UInt16.init(exactly:)))
      let failure = #expect(throws: SocketFailure.self) {
        try LoopbackServer(port: port) { _, _ in .close }
      }
      #expect(failure?.description == "bind: Address already in use")
    }
  }

  @Test func whoStopsItAgainStopsNobodyElse() async throws {
    // Each new server is likely to have the descriptor of the one that was stopped before.
    for _ in 0..<50 {
      let first = try LoopbackServer { _, _ in .text("first") }
      first.stop()
      // Until its thread has closed the socket, so that the number is free.
      while await LoopbackServerTests.answers(first.address) { await Task.yield() }
      try await LoopbackServer.run { _, _ in
        .text("second")
      } _: { second in
        first.stop()
        let (data, _) = try await URLSession.shared.data(from: second.address)
        #expect(String(decoding: data, as: UTF8.self) == "second")
      }
    }
  }

  private static func answers(_ address: URL) async -> Bool {
    (try? await URLSession.shared.data(from: address)) != nil
  }

  @Test func nobodyListensAtARefusingAddress() async throws {
    try await LoopbackServer.refusing { address in
      let error = await #expect(throws: URLError.self) {
        try await URLSession.shared.data(from: address)
      }
      #expect(error?.code == .cannotConnectToHost)
    }
  }
}
