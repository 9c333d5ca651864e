import Foundation
import StandupsData
import Testing

/// Results for scripts, which are written piece by piece.
@Suite struct WrittenReportTests {
  /// A stand-up with as many of everything, and one without anything.
  private func prepared(
    _ count: Int,
    output: CollectedOutput = CollectedOutput()
  ) throws -> TestProgram {
    let test = try TestProgram(output: output)
    let meeting = Meeting(
      id: id(1),
      date: Date(timeIntervalSince1970: 1_767_500_000),
      seconds: 50,
      ending: .early,
      turns: (0..<count).map { Turn(name: "Speaker \"\($0)\"", seconds: $0) },
      transcript: (0..<count).map {
        TranscriptLine(second: $0, speaker: "Ada / é", text: "a\\b\n日")
      }
    )
    let ops = Standup(
      id: id(2),
      handle: "ops",
      title: "Ops",
      plannedSeconds: 60,
      attendees: (0..<count).map { Attendee(id: id(100 + $0), name: "Person \($0)") },
      meetings: [meeting]
    )
    let empty = Standup(id: id(3), handle: "empty", title: "Empty", plannedSeconds: 60)
    _ = try DocumentFile(path: test.dataPath).update { $0.standups = [ops, empty] }
    return test
  }

  static let commands = [
    ["list"], ["list", "--filter", "nothing"], ["show", "ops"], ["show", "empty"],
    ["meetings", "ops"], ["meetings", "ops", "1"], ["stats"], ["stats", "empty"],
    ["edit", "ops", "--title", "Other"], ["remove", "empty"],
  ]

  /// Another writer of the same value agrees to the byte.
  @Test(arguments: commands)
  func aResultIsOneValueWithItsKeysInOrder(command: [String]) async throws {
    let test = try prepared(2)
    defer { test.remove() }
    #expect(await test.run(command + ["--json"]) == 0)
    let value = try JSONSerialization.jsonObject(with: Data(test.output.text.utf8))
    let again = try JSONSerialization.data(
      withJSONObject: value,
      options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    )
    #expect(test.output.text == String(decoding: again, as: UTF8.self) + "\n")
  }

  @Test(
    arguments: [["show", "ops"], ["meetings", "ops", "1"], ["stats"], ["list"]],
    [true, false]
  )
  func noResultIsInMemoryAsAWhole(command: [String], asJSON: Bool) async throws {
    let test = try prepared(4_000)
    defer { test.remove() }
    #expect(await test.run(command + (asJSON ? ["--json"] : [])) == 0)
    #expect(test.output.writes.allSatisfy { $0.utf8.count < 1 << 17 })
    // A person sees the stand-up on one line, and the newest meetings.
    #expect(test.output.writes.count > 1 || !asJSON && ["list", "show"].contains(command[0]))
  }
}
