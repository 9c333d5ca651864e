import Foundation
import LoopbackHTTP
import Testing

@testable import ProgramHTTP

/// The client's result for the bytes of a server.
private func result(
  of bytes: String,
  limit: Int = 1_000
) async throws -> Result<String, HTTPFailure> {
  try await LoopbackServer.run { _, _ in
    .raw(Array(bytes.utf8))
  } _: { server in
    do throws(any Error) {
      let answer = try await HTTPClient(environment: [:])
        .get(server.address, accepting: "text/plain", limit: limit)
      return .success("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    } catch {
      return .failure(try #require(error as? HTTPFailure))
    }
  }
}

@Suite struct HTTPClientTests {
  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none", "200 one"),
    ("HTTP/1.0 200 OK\r\n\r\none", "200 one"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\non\r\n1\r\ne\r\n0\r\n\r\n",
      "200 one"
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\none\r\n0\r\nX-Sum: 1\r\n\r\n",
      "200 one"
    ),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none", "200 one"),
    (
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno",
      "401 no"
    ),
    ("HTTP/1.1 204 No Content\r\n\r\n", "204 "),
  ])
  func readsWhatIsAnAnswer(bytes: String, answer: String) async throws {
    #expect(try await result(of: bytes) == .success(answer))
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\none", HTTPFailure.Code.cut),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\none", .malformed),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\none", .malformed),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none", .cut),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", .malformed),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\no", .cut),
    ("HTTP/1.1 200 OK\r\nContent-Le", .closed),
    ("hello", .malformed),
    ("", .closed),
    ("HTTP/1.1 302 No\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", .redirected),
    ("HTTP/1.1 302 No\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", .redirected),
  ])
  func whatIsNoAnswerIsAFailure(bytes: String, code: HTTPFailure.Code) async throws {
    let result = try await result(of: bytes)
    #expect(throws: HTTPFailure.self) { try result.get() }
    if case .failure(let failure) = result { #expect(failure.code == code) }
  }

  /// A server that has more than that would fill the memory.
  @Test func readsNoFurtherThanItIsAskedTo() async throws {
    let body = String(repeating: "x", count: 1_001)
    for bytes in [
      "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n\(body)", "HTTP/1.1 200 OK\r\n\r\n\(body)",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n\(body)\r\n0\r\n\r\n",
    ] {
      let result = try await result(of: bytes)
      #expect(result == .failure(HTTPFailure(.tooLong, "it has more than 1000 bytes")))
    }
    let fields = String(repeating: "X-A: b\r\n", count: 60_000)
    for bytes in [
      "HTTP/1.1 200 OK\r\n\(fields)",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(fields)",
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000),
    ] {
      let result = try await result(of: bytes)
      #expect(throws: HTTPFailure.self) { try result.get() }
    }
  }

  @Test func aRedirectionIsFollowed() async throws {
    try await LoopbackServer.run { _, path in
      path == "/there"
        ? .text("one") : .raw(Array("HTTP/1.1 302 No\r\nLocation: /there\r\n\r\n".utf8))
    } _: { server in
      let answer = try await HTTPClient(environment: [:])
        .get(server.address.appending(path: "here"), accepting: "text/plain", limit: 9)
      #expect(answer.body == Array("one".utf8))
    }
  }

  @Test func nothingThatListensIsAFailureWithTheSystemsWords() async throws {
    try await LoopbackServer.refusing { address in
      let failure = await #expect(throws: HTTPFailure.self) {
        _ = try await HTTPClient(environment: [:]).get(address, accepting: "*/*", limit: 9)
      }
      #expect(failure == HTTPFailure(.unreachable, "Connection refused"))
    }
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http:///x", "http://127.0.0.1:0/"])
  func addressesThatCannotBeAskedAreRefused(text: String) async throws {
    let url = try #require(URL(string: text))
    let failure = await #expect(throws: HTTPFailure.self) {
      _ = try await HTTPClient(environment: [:]).get(url, accepting: "*/*", limit: 9)
    }
    #expect(failure?.code == .address)
  }

  @Test func aProxyIsAskedOnlyAboutOtherMachines() throws {
    func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
      let address = try HTTPAddress(try #require(URL(string: url)))
      return HTTPProxy(for: address, environment: environment).map { "\($0.host):\($0.port)" }
    }
    let set = ["http_proxy": "http://proxy:3128"]
    #expect(try proxy("http://example.org/", set) == "proxy:3128")
    #expect(try proxy("http://example.org/", ["http_proxy": "proxy:1"]) == "proxy:1")
    let owns = [
      "127.0.0.1", "127.9.9.9", "localhost", "localhost.", "[::1]", "x.localhost", "127.1", "0",
      "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]",
    ]
    for own in owns {
      #expect(try proxy("http://\(own):80/", set) == nil)
    }
    let excepted = set.merging(["no_proxy": "x.org, .example.org"]) { $1 }
    #expect(try proxy("http://www.example.org/", excepted) == nil)
    #expect(try proxy("http://example.com/", excepted) == "proxy:3128")
    #expect(try proxy("http://example.com/", ["HTTP_PROXY": "proxy:1"]) == nil)
    #expect(try proxy("http://example.com/", ["http_proxy": "::::"]) == nil)
  }

  @Test func cancellingClosesTheConnection() async throws {
    try await LoopbackServer.run { _, _ in
      .silence
    } _: { server in
      let task = Task {
        try await HTTPClient(environment: [:]).get(server.address, accepting: "*/*", limit: 9)
      }
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /"))
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(await events.next() == .left("GET /"))
    }
  }
}
