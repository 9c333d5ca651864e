import Foundation
import LoopbackHTTP
import ProgramConsoleTesting
import QuotesServer
import Testing

@testable import QuotesConsole

@Suite struct KeptThingsTests {
  private func newFolder() -> String { NSTemporaryDirectory() + "quotes-kept-\(UUID().uuidString)" }

  @Test func theAddressThatAnsweredIsAskedAgain() async throws {
    let site = QuotesSite()
    let server = try LoopbackServer(port: 0) { site.answer($0, $1) }
    defer { server.stop() }
    var program = TestProgram()
    let folder = newFolder()
    program.folder = folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = await program.run([])
    #expect(first.output.contains("FIRST STEPS"))
    #expect(await program.run("show", "--once").status == 64)
    // An address that does not answer is not stored.
    let failed = await program.run(
      "--url",
      "http://127.0.0.1:1/",
      "--once",
      "--retries",
      "0",
      "--timeout",
      "1"
    )
    #expect(failed.status == 69)
    #expect(await program.run("--once").status == 64)
    let url = server.address.appending(path: "quotes.json").absoluteString
    let asked = await program.run("--url", url, "--once", "--retries", "0")
    #expect(asked.status == 0)
    #expect(asked.output.contains("Newton"))
    server.stop()
    // From the file of quotes.
    let kept = await program.run("--once", "--retries", "0", "--json")
    #expect(kept.status == 0)
    #expect(kept.output.contains("\"isKept\":true"))
    let bare = await program.run("--once", "--retries", "0", "--no-cache")
    #expect(bare.status == 69)
    #expect(FileManager.default.fileExists(atPath: folder + "/.local/state/quotes/address"))
  }

  @Test func leftoversOfKilledProcessesAreRemoved() async throws {
    let site = QuotesSite()
    let server = try LoopbackServer(port: 0) { site.answer($0, $1) }
    defer { server.stop() }
    var program = TestProgram()
    let folder = newFolder()
    program.folder = folder
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = URL(fileURLWithPath: folder + "/.cache/quotes")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    let names = [
      ".strata-\(UUID().uuidString)", ".strata-\(UUID().uuidString)", ".strata-mine", "notes.txt",
    ]
    for (index, name) in names.enumerated() {
      let file = cache.appending(path: name)
      try Data("x".utf8).write(to: file)
      // The first may still be under way.
      if index == 0 { continue }
      let date = Date(timeIntervalSinceNow: -3_600)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
    let url = server.address.appending(path: "quotes.json").absoluteString
    #expect(await program.run("--url", url, "--once", "--retries", "0").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(Set(left).isSuperset(of: [names[0], names[2], names[3]]))
    #expect(!left.contains(names[1]))
  }

  @Test func whatCannotBeKeptIsNotMissed() async throws {
    let site = QuotesSite()
    let server = try LoopbackServer(port: 0) { site.answer($0, $1) }
    defer { server.stop() }
    var program = TestProgram()
    program.folder = "/dev/null"
    let url = server.address.appending(path: "quotes.json").absoluteString
    let outcome = await program.run("--url", url, "--once")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }
}
