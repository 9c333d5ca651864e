import Foundation
import StrataInspector
import StrataUpdates
import Testing

@testable import InspectServer

@Suite(.serialized) struct TravelTests {
  private func post(_ server: TestServer, _ target: String, _ headers: [String]) -> String {
    let browser = server.browser()
    let lines = ["POST \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"] + headers
    browser.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return browser.text(until: nil)
  }

  private func own(_ server: TestServer) -> [String] {
    ["Origin: http://127.0.0.1:\(server.port)", "Content-Length: 0"]
  }

  private func allowing(_ id: String) -> String {
    header(id).replacingOccurrences(
      of: #""session":1,"#,
      with: #""session":1,"allows":["travel"],"#
    )
  }

  /// A program of which the server has read everything up to a mark.
  private func program(_ server: TestServer, _ text: String, _ id: String) -> TestConnection {
    let program = server.program()
    program.send(text + mark("ready"))
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=\(id)"))
    _ = browser.text(until: "ready")
    return program
  }

  @Test("A page sends a program the state that it had at a commit, with all digits of its numbers")
  func travelling() async throws {
    let server = try await TestServer()
    let large = write(2).replacingOccurrences(of: #""value":2"#, with: #""value":9007199254740993"#)
    let program = program(server, allowing("a") + write(1) + large + write(3), "a")
    let answer = post(server, "/sesame/travel?program=a&commit=2", own(server))
    #expect(answer.hasPrefix("HTTP/1.1 202 ") && answer.hasSuffix("\r\n\r\n1\n"))
    let line = program.text(until: "travel\"").split(separator: "\n").last
    #expect(
      line
        == #"{"type":"travel","tree":1,"commit":2,"value":{"1":{"$kind":"App","n":9007199254740993}}}"#
    )
    // The state is the last one: nothing is asked for.
    #expect(post(server, "/sesame/travel?program=a&commit=3", own(server)).hasSuffix("\r\n\r\n0\n"))
    await server.stop()
  }

  @Test(
    "A request is answered only with the token, from the page itself, as a POST, and well formed"
  )
  func rejected() async throws {
    let server = try await TestServer()
    let program = program(server, allowing("a") + write(1) + write(2), "a")
    let target = "/sesame/travel?program=a&commit=1"
    #expect(
      post(server, "/sesam/travel?program=a&commit=1", own(server)).hasPrefix("HTTP/1.1 404 ")
    )
    #expect(post(server, target, ["Content-Length: 0"]).hasPrefix("HTTP/1.1 403 "))
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
      let headers = ["Origin: \(origin)", "Content-Length: 0"]
      #expect(post(server, target, headers).hasPrefix("HTTP/1.1 403 "))
    }
    #expect(server.answer(target, own(server)).hasPrefix("HTTP/1.1 405 "))
    for query in ["", "program=a", "commit=1", "program=a&commit=-1", "program=a&commit=x"] {
      let answer = post(server, "/sesame/travel?\(query)", own(server))
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(query)")
    }
    let unknown = post(server, "/sesame/travel?program=b&commit=1", own(server))
    #expect(unknown.hasPrefix("HTTP/1.1 404 "))
    program.finish()
    #expect(!program.text(until: nil).contains(#""type":"travel""#))
    await server.stop()
  }

  @Test("A program that has not allowed it, and one that has gone, are not asked")
  func notAllowed() async throws {
    let server = try await TestServer()
    let program = program(server, header("a") + write(1) + write(2), "a")
    let answer = post(server, "/sesame/travel?program=a&commit=1", own(server))
    #expect(answer.hasPrefix("HTTP/1.1 409 "))
    program.finish()
    #expect(!program.text(until: nil).contains(#""type":"travel""#))
    let other = self.program(server, allowing("b") + write(1) + write(2), "b")
    other.finish()
    _ = other.text(until: nil)
    let gone = post(server, "/sesame/travel?program=b&commit=1", own(server))
    #expect(gone.hasPrefix("HTTP/1.1 409 "))
    await server.stop()
  }

  @Test("A real program goes back: the request leads through the server to its state")
  func realProgram() async throws {
    let server = try await TestServer()
    let recording = StrataInspector.Recording(
      liveAt: server.server.programs,
      program: "counter",
      allowsTravel: true
    )
    let store = recording.observe {
      Store(
        update: { state, action, _ in Update(state: state + action) },
        state: 0,
        environment: ()
      )
    }
    for number in 1...3 { store.send(number) }
    recording.mark("ready")
    let records = RecordingContents(recording.bytes).records
    guard case .header(let header)? = records.first else { return #expect(Bool(false)) }
    let browser = server.browser()
    browser.send(server.request("/sesame/events?program=\(header.id)"))
    #expect(browser.text(until: "ready").contains(#""allows":["travel"]"#))
    let target = "/sesame/travel?program=\(header.id)&commit=2"
    #expect(post(server, target, own(server)).hasPrefix("HTTP/1.1 202 "))
    let seen = browser.text(until: #""type":"travel""#)
    #expect(store.state == 3)
    #expect(seen.contains("inspector: travel to commit 2"))
    recording.stop()
    await server.stop()
  }
}
