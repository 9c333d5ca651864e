import Foundation
import StrataInspector
import Testing

@testable import InspectServer

/// A server of a test, with a socket of its own.
struct TestServer {
  let server: InspectServer
  let port: Int
  let token = "sesame"

  init() async throws {
    let folder = "/tmp/strata-\(UUID().uuidString.prefix(8))"
    server = try await InspectServer(programs: .unix(folder + "/s"), token: token)
    port = Int(server.page.split(separator: ":")[2].prefix { $0.isNumber }) ?? 0
  }

  func stop() async {
    await server.stop()
    if case .unix(let path) = server.programs {
      try? FileManager.default.removeItem(atPath: String(path.dropLast(2)))
    }
  }

  func browser() -> TestConnection { TestConnection(.loopback(port: port)) }
  func program() -> TestConnection { TestConnection(server.programs) }

  /// The answer to a request, all of it.
  func answer(_ target: String, _ headers: [String] = [], host: String? = nil) -> String {
    let browser = browser()
    browser.send(request(target, headers, host: host))
    return browser.text(until: nil)
  }

  func request(_ target: String, _ headers: [String] = [], host: String? = nil) -> String {
    let lines = ["GET \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}

func header(_ id: String, session: Int = 1) -> String {
  #"{"type":"header","format":"strata-recording","v":1,"program":"p<\#(id)>","pid":1,"id":"\#(id)","session":\#(session),"started":"2026-11-23T23:05:00.000Z"}"#
    + "\n" + #"{"type":"tree","t":0,"tree":1,"root":"1","name":"App"}"# + "\n"
    + #"{"type":"state","t":0,"tree":1,"commit":0,"value":{"1":{"$kind":"App","n":0}}}"# + "\n"
}

func write(_ commit: Int) -> String {
  #"{"type":"write","t":\#(commit),"tree":1,"commit":\#(commit),"node":"1","name":"n","patch":[{"op":"replace","path":"/1/n","value":\#(commit)}]}"#
    + "\n"
}

func mark(_ text: String) -> String {
  #"{"type":"mark","t":9,"text":"\#(text)","at":"A:1"}"# + "\n"
}

@Suite(.serialized) struct ServerTests {
  @Test("The page is served to who knows the token, and loads nothing from elsewhere")
  func page() async throws {
    let server = try await TestServer()
    let answer = server.answer("/sesame/")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("cache-control: no-store") && answer.contains("x-frame-options: DENY"))
    #expect(answer.contains("default-src 'none'") && answer.contains("connect-src 'self'"))
    #expect(answer.contains("data-mode=\"live\"") && answer.hasSuffix("</html>\n"))
    await server.stop()
  }

  @Test("A server that was stopped has run, and frees its socket for the next", arguments: 1...20)
  func stopping(_: Int) async throws {
    let server = try await TestServer()
    async let run: Void = server.server.run()
    await server.server.stop()
    await run
    let next = try await InspectServer(programs: server.server.programs)
    await next.stop()
    await next.run()
    await server.stop()
  }

  @Test("Without the token, with another host or from another site nothing is answered")
  func rejected() async throws {
    let server = try await TestServer()
    for target in ["/", "/sesame", "/sesam/", "/sesame1/", "/sesame/x", "//sesame/", "/sesame/../"]
    {
      #expect(server.answer(target).hasPrefix("HTTP/1.1 404 "), "\(target)")
    }
    #expect(server.answer("/sesame/", host: "evil.example").hasPrefix("HTTP/1.1 403 "))
    #expect(server.answer("/sesame/", ["Host: 127.0.0.1:1"]).hasPrefix("HTTP/1.1 403 "))
    for origin in ["http://evil.example", "null", "https://127.0.0.1:\(server.port)"] {
      #expect(server.answer("/sesame/", ["Origin: \(origin)"]).hasPrefix("HTTP/1.1 403 "))
    }
    let own = "Origin: http://127.0.0.1:\(server.port)"
    #expect(server.answer("/sesame/", [own]).hasPrefix("HTTP/1.1 200 "))
    #expect(
      server.answer("/sesame/", host: "localhost:\(server.port)").hasPrefix("HTTP/1.1 200 ")
    )
    await server.stop()
  }

  @Test("A page receives what a program sends, also what was sent before, and learns of its end")
  func events() async throws {
    let server = try await TestServer()
    var program: TestConnection? = server.program()
    #expect(program?.text(until: "\n").contains(server.server.page) == true)
    program?.send(header("a") + write(1))
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=a"))
    var text = browser.text(until: "\"commit\":1,")
    #expect(text.contains("content-type: text/event-stream"))
    #expect(text.contains("event: restart\nid: 0\ndata: {\"type\":\"header\""))
    #expect(text.contains("event: programs\ndata: [{\"id\":\"a\",\"name\":\"p<a>\""))
    program?.send(write(2) + "no JSON\n" + mark("later"))
    text = browser.text(until: "later")
    #expect(text.contains("\"commit\":2,") && text.contains("\"problems\":1"))
    program = nil
    #expect(browser.text(until: "\"connected\":false").contains("\"connected\":false"))
    await server.stop()
  }

  @Test("A page that comes back with the number of the last line goes on behind it")
  func resuming() async throws {
    let server = try await TestServer()
    let program = server.program()
    program.send(header("a") + write(1) + mark("first"))
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=a"))
    _ = browser.text(until: "first")
    program.send(mark("second"))
    _ = browser.text(until: "second")
    let later = server.browser()
    later.send(server.request("/sesame/events?program=a", ["Last-Event-ID: 4"]))
    let text = later.text(until: "second")
    #expect(!text.contains("restart") && !text.contains("first"))
    let unknown = server.browser()
    unknown.send(server.request("/sesame/events?program=a&after=900"))
    #expect(unknown.text(until: "second").contains("event: restart"))
    await server.stop()
  }

  @Test("Several programs are shown; one that connects again goes on where it was")
  func programs() async throws {
    let server = try await TestServer()
    var first: TestConnection? = server.program()
    first?.send(header("a") + mark("one"))
    let second = server.program()
    second.send(header("b") + mark("two"))
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=a"))
    let text = browser.text(until: "\"id\":\"b\"")
    #expect(text.contains("\"id\":\"a\""))
    first = nil
    _ = browser.text(until: "\"connected\":false")
    let again = server.program()
    again.send(header("a", session: 2) + mark("again"))
    #expect(browser.text(until: "again").contains("\"session\":2"))
    let twice = server.program()
    twice.send(header("b") + mark("no"))
    // A second program of the same name is turned away.
    #expect(!twice.text(until: nil).contains("no"))
    await server.stop()
  }

  @Test("The page's address is secret: it goes over the socket, and never over a port")
  func secretAddress() async throws {
    let port = try await InspectServer(programs: .loopback(port: 0), token: "sesame")
    let program = TestConnection(port.programs)
    program.send("no header\n")
    #expect(program.text(until: nil) == "{\"type\":\"welcome\"}\n")
    let recording = Recording(liveAt: port.programs, program: "p")
    #expect(recording.isConnected && recording.page == nil)
    recording.stop()
    await port.stop()
  }

  @Test("A connection without a program is closed after a while, and one with a program stays")
  func idleConnections() async throws {
    let server = try await InspectServer(
      programs: .loopback(port: 0),
      programPatience: .milliseconds(300)
    )
    let program = TestConnection(server.programs)
    program.send(header("a"))
    let idle = TestConnection(server.programs)
    // It ends with the connection.
    #expect(idle.text(until: nil) == "{\"type\":\"welcome\"}\n")
    let again = TestConnection(server.programs)
    again.send(header("a"))
    // The first one is still there, so a second of its name is turned away.
    #expect(again.text(until: nil) == "{\"type\":\"welcome\"}\n")
    await server.stop()
  }

  @Test("Open streams of events leave room for the page, and one more is told why it is refused")
  func manyStreams() async throws {
    let server = try await TestServer()
    let streams = (0..<ProgramHub.pageLimit).map { _ in server.browser() }
    for stream in streams {
      stream.send(server.request("/sesame/events"))
      _ = stream.text(until: "\r\n\r\n")
    }
    let answer = server.answer("/sesame/events")
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.hasSuffix("192 pages are open. Close one of them.\n"))
    #expect(server.answer("/sesame/").hasPrefix("HTTP/1.1 200 "))
    #expect(streams.count == ProgramHub.pageLimit)
    await server.stop()
  }

  @Test("What is no recording is turned away, and what is no HTTP is closed")
  func malformed() async throws {
    let server = try await TestServer()
    for text in ["GET / HTTP/1.1\r\n\r\n", "{}\n", write(1)] {
      let program = server.program()
      program.send(text)
      #expect(program.text(until: nil).hasPrefix("{\"type\":\"welcome\""))
    }
    for text in [
      "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "POST /sesame/ HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
    ] {
      let browser = server.browser()
      browser.send(text)
      browser.finish()
      #expect(!browser.text(until: nil).contains("200 OK"))
    }
    let browser = server.browser()
    browser.send("GET /sesame/ HTTP/1.1\r\nX: " + String(repeating: "x", count: 1 << 20))
    #expect(!browser.text(until: nil).contains("200 OK"))
    #expect(server.answer("/sesame/").hasPrefix("HTTP/1.1 200 "))
    await server.stop()
  }

  @Test("A hundred open connections, and pages that do not read, keep no program from its work")
  func manyConnections() async throws {
    let server = try await TestServer()
    let recording = Recording(liveAt: server.server.programs, program: "busy")
    #expect(recording.page == server.server.page)
    let id = try #require(
      RecordingContents(recording.bytes).records.lazy.compactMap { record -> String? in
        if case .header(let header) = record { header.id } else { nil }
      }.first
    )
    // They ask, and never read.
    let deaf = (0..<100).map { _ in server.browser() }
    for browser in deaf { browser.send(server.request("/sesame/events?program=\(id)")) }
    let text = String(repeating: "m", count: 500)
    for number in 1...2_000 { recording.mark("\(text)\(number).") }
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=\(id)"))
    let seen = browser.text(until: "m2000.")
    recording.stop()
    #expect(seen.contains("m2000.") && seen.contains("m1."))
    #expect(!seen.contains("\"type\":\"dropped\""))
    #expect(deaf.count == 100)
    await server.stop()
  }

  @Test("Of 10,000 spoiled requests none is a trap, and none is answered without the token")
  func spoiledRequests() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64(ProcessInfo.processInfo.environment["STRATA_SEED"] ?? "") ?? random.next()
    var numbers = SeededNumbers(seed)
    let targets = ["/sesame/", "/sesame/events?program=a&after=3", "/sesame/events"]
    for round in 0..<10_000 {
      var bytes = Array(targets[round % 3].utf8)
      for _ in 0...Int.random(in: 0..<4, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.insert(contentsOf: "/?&=%".utf8.shuffled(using: &numbers), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let target = String(decoding: bytes, as: UTF8.self)
      let head = PageRequest.Head(target: target, hosts: ["h"], lastEvents: [target])
      let request = try? PageRequest.read(head, token: "sesame", hosts: ["h"])
      #expect(request == nil || target.hasPrefix("/sesame/"), "seed \(seed): \(target)")
    }
  }

  @Test("A socket that another server uses, a folder that others enter, a file: each is named")
  func addresses() async throws {
    let server = try await TestServer()
    await #expect(throws: InspectServer.Failure.self) {
      try await InspectServer(programs: server.server.programs)
    }
    let failure = await #expect(throws: InspectServer.Failure.self) {
      try await InspectServer(programs: .unix("/tmp/s"))
    }
    // No advice to close the folder of all users.
    #expect(
      failure?.description == "Other users can enter /tmp: name a socket in a folder of your own."
    )
    await server.stop()
  }
}

@Suite struct ProgramHubTests {
  private func entries(_ text: String) -> [RecordingReader.Entry] {
    var reader = RecordingReader()
    return reader.read(Array(text.utf8))
  }

  private func connect(_ id: String, to hub: ProgramHub) throws -> Int {
    let content = entries(header(id)).first?.content
    guard case .record(.header(let header))? = content else { throw CancellationError() }
    return try #require(hub.connect(header) { _ in })
  }

  private func bytes(of id: String, in hub: ProgramHub) -> Int? {
    guard let first = hub.batch(of: id, from: nil, bytes: .max) else { return nil }
    return hub.batch(of: id, from: first.next, bytes: .max)?.lines.reduce(0) { $0 + $1.count }
  }

  @Test("All programs together keep so many bytes; programs that have gone are forgotten first")
  func together() throws {
    let hub = ProgramHub(bytes: 20_000)
    let lines = entries(header("x") + (1...100).map { write($0) }.joined())
    let gone = try connect("gone", to: hub)
    hub.add(lines, from: "gone", connection: gone)
    #expect(try #require(bytes(of: "gone", in: hub)) > 5_000)
    hub.disconnect("gone", connection: gone)
    for id in ["a", "b", "c"] {
      let connection = try connect(id, to: hub)
      for _ in 1...10 { hub.add(lines, from: id, connection: connection) }
    }
    #expect(bytes(of: "gone", in: hub) == nil)
    let kept = try ["a", "b", "c"].map { try #require(bytes(of: $0, in: hub)) }
    #expect(kept.reduce(0, +) <= 20_000)
    #expect(kept.allSatisfy { $0 > 1_000 }, "\(kept)")
  }
}

@Suite struct ProgramLogTests {
  private func records(_ text: String) -> [RecordingRecord] { RecordingContents(text.utf8).records }

  @Test("A log drops its oldest lines, says so, and the states of what is left are right")
  func dropping() throws {
    let beginning = records(header("a"))
    guard case .header(let header)? = beginning.first else { return #expect(Bool(false)) }
    var log = ProgramLog(header, limits: ProgramLog.Limits(lines: 100, bytes: 1 << 20))
    for record in beginning.dropFirst() { log.append(record) }
    for commit in 1...1_000 {
      for record in records(InspectServerTests.header("a") + write(commit)).dropFirst(3) {
        log.append(record)
      }
    }
    let first = log.batch(from: nil, bytes: .max)
    #expect(first.isRestart)
    let rest = log.batch(from: first.next, bytes: .max)
    #expect(rest.next == log.end && rest.lines.count <= 100)
    let seen = RecordingContents((first.lines + rest.lines).joined())
    #expect(seen.problems.isEmpty)
    #expect(
      seen.records.contains { if case .dropped(let gap) = $0 { gap.count > 800 } else { false } }
    )
    #expect(RecordingState(seen.records).trees[1]?.nodes["1"]?["n"] == 1_000)
    #expect(log.batch(from: 3, bytes: .max).isRestart)
    #expect(log.batch(from: log.end, bytes: .max).lines.isEmpty)
    #expect(log.batch(from: log.end - 3, bytes: 1).lines.count == 1)
  }
}

extension ProgramLogTests {
  @Test("Causes of dropped lines are kept, the newest ones up to their limit")
  func causes() throws {
    let beginning = records(InspectServerTests.header("a"))
    guard case .header(let header)? = beginning.first else { return #expect(Bool(false)) }
    var log = ProgramLog(header, limits: ProgramLog.Limits(lines: 100, causeBytes: 10_000))
    let text = (1...2_000).map {
      #"{"type":"cause","id":\#($0),"kind":"call","name":"c\#($0)","at":"A.swift:1"}"#
    }
    for record in records(InspectServerTests.header("a") + text.joined(separator: "\n") + "\n")
    where record != beginning[0] {
      log.append(record)
    }
    let first = log.batch(from: nil, bytes: .max)
    let rest = log.batch(from: first.next, bytes: .max)
    let kept = RecordingContents((first.lines + rest.lines).joined()).records.compactMap {
      if case .cause(let cause) = $0 { cause.id } else { nil }
    }
    #expect(first.lines.reduce(0) { $0 + $1.count } < 11_000)
    #expect(kept == Array((1...2_000).suffix(kept.count)) && kept.count > 120)
  }
}

/// Numbers that look random and are the same for each seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
