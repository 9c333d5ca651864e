import Foundation
import ProgramRecording
import StrataInspector
import Testing

@Suite struct RecordedRunTests {
  @Test func theOptionIsTakenOutWhereverItStands() throws {
    for arguments in [
      ["--record", "f", "a", "b"], ["a", "--record=f", "b"], ["a", "b", "--record", "f"],
    ] {
      let run = try RecordedRun(arguments)
      #expect(run.arguments == ["a", "b"])
      #expect(run.file == "f")
    }
    #expect(
      try RecordedRun(["a", "--", "--record", "f"]).arguments == ["a", "--", "--record", "f"]
    )
    #expect(try RecordedRun(["record", "f"]).file == nil)
  }

  @Test func aFileHasToFollow() {
    #expect(throws: RecordedRun.MissingFile.self) { try RecordedRun(["a", "--record"]) }
    #expect(throws: RecordedRun.MissingFile.self) { try RecordedRun(["--record="]) }
  }

  @Test func aFileThatCannotBeWrittenEndsTheRunBeforeItBegins() async throws {
    let run = try RecordedRun(["--record", "/dev/null"])
    await #expect(throws: RecordedRun.Failure.self) {
      _ = try await run(of: "test") { _ in
        Issue.record("The program has run.")
        return 0
      }
    }
  }

  @Test func oneFileTakesOneRecordingAtATime() async throws {
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try RecordedRun(["--record", path])
    let status = try await run(of: "first") { _ in
      let second = await #expect(throws: RecordedRun.Failure.self) {
        try await run(of: "second") { _ in
          Issue.record("The second program has run.")
          return 0
        }
      }
      #expect(second?.status == nil)
      #expect(second?.description.contains("name another file") == true)
      return 5
    }
    #expect(status == 5)
    #expect(try await run(of: "third") { _ in 6 } == 6)
  }

  @Test func aRecordingThatLacksItsEndIsReported() async throws {
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try RecordedRun(["--record", path])
    let failure = await #expect(throws: RecordedRun.Failure.self) {
      try await run(of: "test") { _ in
        // Its beginning goes, as with a disk that is full.
        #expect(
          (try? FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 0)) != nil
        )
        return 3
      }
    }
    #expect(failure?.status == 3)
    #expect(failure?.description.contains("is not whole") == true)
  }

  @Test func theRecordingIsWholeWhenTheRunHasEnded() async throws {
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      try await RecordedRun(["--record", path, "x"])(of: "test") { $0 == ["x"] ? 3 : 4 } == 3
    )
    let contents = RecordingContents(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(contents.problems.isEmpty && contents.records.count == 2)
  }
}
