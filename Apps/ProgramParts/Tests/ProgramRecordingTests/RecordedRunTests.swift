import Foundation
import ProgramRecording
import StrataInspector
import Synchronization
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
    #expect(throws: RecordedRun.Misuse.missingFile) { try RecordedRun(["a", "--record"]) }
    #expect(throws: RecordedRun.Misuse.missingFile) { try RecordedRun(["--record="]) }
  }

  @Test("A file that the command uses is not recorded into, by whatever name")
  func usedFile() throws {
    let folder = NSTemporaryDirectory() + "run-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (file, link, other) = (folder + "/r", folder + "/link", folder + "/other")
    try "content".write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "r")
    try FileManager.default.linkItem(atPath: file, toPath: other)
    for recording in [file, link, other] {
      for arguments in [
        ["check", file], ["list", "--data", file], ["list", "--data=\(file)"], ["-o\(file)"],
        ["--data=\(file)"], ["check", "--", file],
      ] {
        #expect(throws: RecordedRun.Misuse.usedFile(recording)) {
          try RecordedRun(["--record", recording] + arguments)
        }
      }
    }
    // Files beside a data file, and one that does not exist yet.
    #expect(throws: RecordedRun.Misuse.self) {
      try RecordedRun(["list", "--data", file, "--record", file + ".lock"])
    }
    #expect(throws: RecordedRun.Misuse.self) {
      try RecordedRun(["export", "-o", folder + "/new", "--record", folder + "/./new"])
    }
    #expect(try RecordedRun(["check", file, "--record", folder + "/new"]).file == folder + "/new")
    // The name of the command is none of a file.
    #expect(try RecordedRun(["check", "-", "--record", "check"]).file == "check")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "content")
  }

  @Test func anInspectorIsNamedOrTheUsersOwn() throws {
    #expect(try RecordedRun(["a", "--inspect", "b"]).inspector == .standard)
    #expect(try RecordedRun(["--inspect=/tmp/x/s"]).inspector == .unix("/tmp/x/s"))
    let run = try RecordedRun(["--inspect=7070", "--record", "f", "a"])
    #expect(run.inspector == .loopback(port: 7070) && run.file == "f" && run.arguments == ["a"])
    #expect(try RecordedRun(["--", "--inspect"]).inspector == nil)
    let error = #expect(throws: RecordedRun.Misuse.self) {
      try RecordedRun(["--inspect=example.org:80"])
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("neither the path of a socket nor a port"))
  }

  @Test func withoutAnInspectorTheRunSaysSoAndGoesOn() async throws {
    let said = Mutex<[String]>([])
    let run = try RecordedRun(["--inspect=/nonexistent/socket", "x"])
    let say = { (line: String) in said.withLock { $0.append(line) } }
    let status = try await run(of: "test", say: say) { $0 == ["x"] ? 3 : 4 }
    #expect(status == 3)
    #expect(
      said.withLock { $0 } == [
        "inspect: no inspector waits at /nonexistent/socket; start `strata-inspect serve`"
      ]
    )
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

  @Test(arguments: [0, 3] as [Int32])
  func aRecordingThatLacksItsEndIsReported(status: Int32) async throws {
    let path = NSTemporaryDirectory() + "run-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try RecordedRun(["--record", path])
    let failure = await #expect(throws: RecordedRun.Failure.self) {
      try await run(of: "test") { _ in
        // Its beginning goes, as with a disk that is full.
        #expect(
          (try? FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 0)) != nil
        )
        return status
      }
    }
    #expect(failure?.status == status)
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
