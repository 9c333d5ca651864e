import Foundation
import ProgramStreams
import StandupsConsole
import StandupsData
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct RecordCommandTests {
  private func prepared(
    _ input: String? = nil,
    output: CollectedOutput = CollectedOutput(),
    signal: Int32? = nil,
    isTimeless: Bool = true,
    endless: String? = nil,
    inputFailure: InputFailure? = nil
  ) throws -> TestProgram {
    let test = try TestProgram(
      input: endless.map { PreparedInput(endless: $0) } ?? input.map { PreparedInput($0) }
        ?? PreparedInput(failure: inputFailure),
      output: output,
      signals: signal.map { [$0] } ?? [],
      isTimeless: isTimeless
    )
    let ops = Standup(
      id: id(900),
      handle: "ops",
      title: "Ops",
      plannedSeconds: 20,
      attendees: [Attendee(id: id(901), name: "Ada"), Attendee(id: id(902), name: "Grace")]
    )
    _ = try DocumentFile(path: test.dataPath).update { $0.standups = [ops] }
    return test
  }

  private func meetings(_ test: TestProgram) throws -> [Meeting] {
    try DocumentFile(path: test.dataPath).load().standups.first?.meetings ?? []
  }

  @Test func givesEachPersonTheirShareWhenNobodyTypes() async throws {
    let test = try prepared(isTimeless: false)
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--advance", "auto") == 0)
    #expect(
      try meetings(test) == [
        Meeting(
          id: id(0),
          date: Date(timeIntervalSince1970: 1_767_600_000),
          seconds: 20,
          ending: .finished,
          turns: [Turn(name: "Ada", seconds: 10), Turn(name: "Grace", seconds: 10)]
        )
      ]
    )
    #expect(
      test.output.text == """
        0:00  Ada speaks (0:10)
        0:02  10 % of 0:20, Ada
        0:04  20 % of 0:20, Ada
        0:06  30 % of 0:20, Ada
        0:08  40 % of 0:20, Ada
        0:10  Ada's time is up
        0:10  Grace speaks (0:10)
        0:10  50 % of 0:20, Grace
        0:12  60 % of 0:20, Grace
        0:14  70 % of 0:20, Grace
        0:16  80 % of 0:20, Grace
        0:18  90 % of 0:20, Grace
        0:20  Grace's time is up
        0:20  The planned time is up
        Saved.

        Ops, meeting 1
        2026-01-05 08:00, took 0:20 of 0:20

        Ada     0:10  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
        Grace   0:10  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

        """
    )
  }

  @Test func discardsWhenToldTo() async throws {
    let test = try prepared("/discard\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 0)
    #expect(try meetings(test).isEmpty)
    #expect(test.output.text.hasSuffix("Discarded\n"))
  }

  @Test func savesWhenToldTo() async throws {
    let test = try prepared("a note\n/save\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--json") == 0)
    #expect(try meetings(test).map(\.ending) == [.early])
    #expect(try meetings(test)[0].transcript.map(\.text) == ["a note"])
    #expect(test.output.text.contains("\"saved\" : true"))
    #expect(test.errors.text.contains("Ada: a note"))
  }

  @Test(
    arguments: [(2, 130), (15, 143), (1, 129), (3, 131), (10, 138), (12, 140), (14, 142)]
      as [(Int32, Int32)]
  )
  func keepsTheMeetingWhenItHasToStop(signal: Int32, status: Int32) async throws {
    let test = try prepared(signal: signal)
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--advance", "auto") == status)
    #expect(try meetings(test).map(\.ending) == [.interrupted])
    #expect(try meetings(test).map(\.seconds) == [0])
  }

  @Test func signalsAreGivenBackOnceTheMeetingIsSaved() async throws {
    let saved = Mutex<[Int]>([])
    let test = try prepared(signal: SIGTERM)
    defer { test.remove() }
    let path = test.dataPath
    let status = await test.run(
      ["record", "ops"],
      onRelease: {
        let count = (try? DocumentFile(path: path).load().standups.first?.meetings.count) ?? -1
        saved.withLock { $0.append(count) }
      }
    )
    #expect(status == 143)
    #expect(saved.withLock { $0 } == [1])
  }

  @Test func takesOverAllSignalsThatWouldLoseTheMeeting() async throws {
    let asked = Mutex<[Int32]>([])
    let test = try prepared("/save\n")
    defer { test.remove() }
    #expect(
      await test.run(["record", "ops"], asking: { numbers in asked.withLock { $0 = numbers } }) == 0
    )
    #expect(
      asked.withLock { Set($0) }.isSuperset(of: [
        1, 2, 3, 10, 12, 14, 15, 16, 24, 26, 27, 29, 30, 34, 64,
      ])
    )
  }

  @Test func aLineThatIsTooLongIsNotNotedAndSaidToBe() async throws {
    let long = String(repeating: "x", count: RecordInput.longestLine + 1)
    let test = try prepared("\(long)\nshort\n/save\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 0)
    #expect(try meetings(test)[0].transcript.map(\.text) == ["short"])
    #expect(test.output.text.contains("That line has more than 16384 bytes. Nothing was noted."))
  }

  /// As `yes | standups record` or a device would give.
  @Test(arguments: ["y\n", "y"]) func inputWithoutAnEndIsNotReadForEver(text: String) async throws {
    let part = String(repeating: text, count: 4_096)
    let test = try prepared(isTimeless: false, endless: part)
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 0)
    #expect(try meetings(test)[0].transcript.count <= RecordInput.mostLines)
    #expect(try meetings(test)[0].ending == .finished)
  }

  @Test func discardsTheMeetingWhenItHasToStopIfAsked() async throws {
    let test = try prepared(signal: 15)
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--on-interrupt", "discard") == 143)
    #expect(try meetings(test).isEmpty)
  }

  @Test func keepsTheMeetingThatCannotBeShown() async throws {
    let refusal = StandupsError(.inputOutput, "Writing failed.")
    let test = try prepared(
      output: CollectedOutput(writesUntilClosed: 0, failure: .refused(refusal))
    )
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 74)
    #expect(try meetings(test).map(\.ending) == [.interrupted])
    let outcome = "The meeting was ended there and saved."
    #expect(test.errors.text == "standups: Writing failed. \(outcome)\n")
  }

  @Test(arguments: [[0x41, 0xFF, 0x0A], [0x7F, 0x45, 0x00, 0x01]] as [[UInt8]])
  func refusesATranscriptThatIsNoText(bytes: [UInt8]) async throws {
    let test = try prepared()
    defer { test.remove() }
    let path = "\(test.folder)/notes"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(await test.run("record", "ops", "--transcript", path) == 65)
    #expect(
      test.errors.text
        == "standups: \(path): The file is no text in UTF-8, so no transcript.\n"
    )
    #expect(try meetings(test).isEmpty)
  }

  /// A note that the data file can hold is one that can be read again.
  @Test func notesOfTheLongestLengthAreReadAgain() async throws {
    let longest = String(repeating: "\u{1}", count: 1 << 14)
    let test = try prepared("\(longest)\n/save\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 0)
    #expect(try meetings(test).first?.transcript.map(\.text) == [longest])
    #expect(await test.run("list") == 0)
  }

  @Test func aTranscriptWithALongerNoteIsRejectedByItsLine() async throws {
    let test = try prepared()
    defer { test.remove() }
    let path = "\(test.folder)/notes"
    let text = "Ada: a\nAda: \(String(repeating: "x", count: (1 << 14) + 1))\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(await test.run("record", "ops", "--transcript", path) == 65)
    #expect(
      test.errors.text == "standups: \(path), line 2: A note has at most 16384 bytes.\n"
    )
    #expect(try meetings(test).isEmpty)
  }

  @Test func answersAMisspeltCommandWithoutNotingIt() async throws {
    let test = try prepared("/svae\n/save\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 0)
    #expect(try meetings(test)[0].transcript.isEmpty)
    #expect(
      test.output.text.contains(
        "0:00  There is no command \"/svae\"; there are /next, /pause, /end, /save, /discard. "
          + "Nothing was noted.\n"
      )
    )
  }

  @Test func anInputThatCannotBeReadIsNotItsEnd() async throws {
    let words = "Reading standard input failed: Is a directory."
    let test = try prepared(isTimeless: false, inputFailure: .refused("Is a directory"))
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 74)
    #expect(test.errors.text == "standups: \(words) The meeting was finished and saved.\n")
    #expect(try meetings(test).map(\.ending) == [.finished])
    for arguments in [["shell"], ["import", "-"], ["record", "ops", "--transcript", "-"]] {
      #expect(await test.run(arguments) == 74)
    }
    #expect(test.errors.text.hasSuffix(String(repeating: "standups: \(words)\n", count: 3)))
  }

  /// The signal of a terminal that goes may come after its errors.
  @Test func aTerminalThatHasGoneIsASignalWhateverSaysSoFirst() async throws {
    let typed = try prepared(inputFailure: .hungUp)
    defer { typed.remove() }
    #expect(await typed.run("record", "ops") == 129)
    #expect(await typed.run("shell") == 129)
    #expect(await typed.run("import", "-") == 129)
    let shown = try prepared(output: CollectedOutput(writesUntilClosed: 0, failure: .hungUp))
    defer { shown.remove() }
    #expect(await shown.run("record", "ops") == 129)
    #expect(await shown.run("list") == 129)
    for test in [typed, shown] {
      #expect(try meetings(test).map(\.ending) == [.interrupted])
      #expect(test.errors.text.isEmpty)
    }
  }

  @Test func keepsTheMeetingWhenNobodyReads() async throws {
    let test = try prepared(output: CollectedOutput(writesUntilClosed: 0))
    defer { test.remove() }
    #expect(await test.run("record", "ops") == 141)
    #expect(try meetings(test).map(\.ending) == [.interrupted])
  }

  @Test func keepsAMeetingElsewhereWhenItsStandupIsGone() async throws {
    let output = CollectedOutput()
    let test = try prepared(output: output, isTimeless: false)
    defer { test.remove() }
    let temporary = "\(test.folder)/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    output.onWrite = { text in
      guard text.contains("Ada speaks") else { return }
      _ = try? DocumentFile(path: test.dataPath).update { $0.standups = [] }
    }
    #expect(await test.run("record", "ops", "--advance", "auto") == 66)
    let path = "\(temporary)/standups-ops-00000000.json"
    #expect(
      test.errors.text == "standups: The stand-up was removed while its meeting was running. "
        + "The meeting was kept in \(path); take it over with `standups import` then.\n"
    )
    #expect(await test.run("import", path) == 0)
    #expect(try meetings(test).count == 1)
  }

  @Test func namesTheLineOfAWrongTranscript() async throws {
    let test = try prepared("[0:99] x\n")
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--transcript", "-") == 65)
    #expect(
      test.errors.text == "standups: standard input, line 1: \"[0:99]\" is no time; write minutes "
        + "and seconds, as in [2:05].\n"
    )
  }

  @Test(arguments: ["0", "-1", "1e9", "nan"])
  func refusesASpeedThatMakesNoSense(speed: String) async throws {
    let test = try prepared()
    defer { test.remove() }
    #expect(await test.run("record", "ops", "--speed=\(speed)") == 64)
    #expect(test.errors.text.contains("--speed takes a number from 0.01 to 100000."))
  }
}
