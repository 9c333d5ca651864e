import Foundation
import ProgramHTTP
import Testing

@Suite struct URLAskingTests {
  @Test(arguments: [
    "http://host", "HTTPS://host/a?b=c", "http://127.0.0.1:1/", "http://[::1]:65535/quotes.json",
    "http://[::1]/a:1", "http://user:word@host/",
  ])
  func anAddressOfAServiceIsTaken(text: String) {
    #expect(URL(asking: text)?.absoluteString == text)
  }

  @Test(arguments: [
    "", "host", "host/path", "ftp://host", "file:///etc/passwd", "http://", "http:///path",
    "http://host:0/", "http://host:65536/", "http://host:99999999999999999999/",
  ])
  func anythingElseIsNone(text: String) {
    #expect(URL(asking: text) == nil)
  }

  @Test func theTimeIsUp() async throws {
    let clock = ContinuousClock()
    let late = try await withTimeLimit(.zero, on: clock) {
      try await Task.sleep(for: .seconds(3_600))
      return 1
    }
    #expect(late == nil)
    #expect(try await withTimeLimit(.seconds(3_600), on: clock) { 2 } == 2)
  }
}
