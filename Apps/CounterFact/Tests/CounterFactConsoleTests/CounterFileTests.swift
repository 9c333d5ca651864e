import Foundation
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
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

  @Test(arguments: [1, 2, 3, 10, 15] as [Int32])
  func countersAreKeptWhenASignalComes(signal: Int32) async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var program = TestProgram("add 3\ninc 1", client: .offline)
    program.signal = signal
    let path = folder + "/c.json"
    let outcome = await program.run("--counters", path)
    #expect(outcome.status == 128 + signal)
    #expect(outcome.output == "1: 3\n1: 4\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("[4]"))
  }

  @Test func aResultThatCannotBeShownIsKeptAndSaidToBe() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var program = TestProgram("add 3", client: .offline)
    program.outputFails = (0, .refused("No space left on device"))
    let outcome = await program.run("--counters", folder + "/c.json")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("The counters were kept, but could not be shown"))
    #expect(try String(contentsOfFile: folder + "/c.json", encoding: .utf8).contains("[3]"))
  }

  @Test func aLaterVersionIsSaidToBeOne() async throws {
    let folder = newFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/c.json"
    let content = Data(#"{"format":"counterfact","version":2,"tallies":[]}"#.utf8)
    try content.write(to: URL(fileURLWithPath: path))
    let outcome = await TestProgram("add", client: .offline).run("--counters", path)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("is of version 2, which a newer program has written"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test func storedCountersAreShownOnceTheyChange() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/c.json"
    _ = await TestProgram("add 3\nadd 4", client: .offline).run("--counters", path)
    let outcome = await TestProgram("inc 2\nadd 1\nshow", client: .offline).run("--counters", path)
    #expect(outcome.output == "2: 5\nsum: 8\n3: 1\nsum: 9\n1: 3\n2: 5\n3: 1\nsum: 9\n")
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
