import Foundation
import Testing

@testable import CounterFactModels

@Suite struct CounterFileTests {
  private func newFolder() -> String {
    NSTemporaryDirectory() + "counterfact-kept-\(UUID().uuidString)"
  }

  @Test func countersAreKeptOnATerminal() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(
      _ script: String,
      _ arguments: String...,
      typed: Bool = true
    ) async -> TestProgram.Outcome {
      var program = TestProgram(script, client: .offline)
      program.isInteractive = typed
      program.folder = folder
      return await program.run(arguments)
    }
    _ = await run("add 3\nadd 4\ninc 2")
    #expect(await run("show").output.contains("5"))
    let path = folder + "/.local/state/counterfact/counters.json"
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("[3,5]"))
    // A script has none of its own accord.
    #expect(await run("inc 1", typed: false).status == 65)
    #expect(await run("inc 1", "--counters", path, typed: false).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("[4,5]"))
    _ = await run("add 9", "--fresh")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("[9]"))
  }

  @Test(arguments: ["", "{", "[[[[", "{\"format\":\"x\"}", "{\"counters\":[1e400]}"])
  func whatHoldsNoCountersIsLeftAsItIs(content: String) async throws {
    let folder = newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/c.json"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    let program = TestProgram("add 1", client: .offline)
    let outcome = await program.run("--counters", path)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
    let other = folder + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    #expect(await program.run("--counters", other).status == 74)
  }
}
