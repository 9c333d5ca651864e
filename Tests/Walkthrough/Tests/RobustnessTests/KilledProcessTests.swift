import Foundation
import ProgramDriver
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct KilledProcessTests {
  /// A generator of its own (SplitMix64), so that each run of the test kills at the same steps.
  private struct Generator {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
  }

  /// Each process gets edits without end, and is killed at another time after it has acknowledged some of them. Every
  /// acknowledged edit has to be present, and the file has to be a whole document.
  @Test func killingLeavesTheOldOrTheNewDocument() throws {
    let program = try Program()
    try seed(program)
    var generator = Generator(state: 20)
    var acknowledged = 0
    var killedWhileWriting = 0
    let rounds = 80
    for round in 0..<rounds {
      let first = acknowledged + 1
      let edits = (first..<(first + 40)).map { "edit s1 --length \($0)s --json\n" }.joined()
      let process = try program.start(["shell"], input: .pipe, output: .pipe, errors: .nowhere)
      let seen = try feed(edits, to: process, until: generator.next(below: 3))
      // Half of the kills come anywhere in an edit, half just after its new document was begun.
      if round % 2 == 0 { try waitUntilWriting(program) }
      spin(generator.next(below: round % 2 == 0 ? 20_000 : 600_000))
      process.send(SIGKILL)
      let exchange = Exchange(process)
      let rest = exchange.finish().output
      #expect(process.wait() == 128 + SIGKILL)
      let lengths = plannedSeconds(in: seen + rest)
      if try isBeingWritten(program) { killedWhileWriting += 1 }
      let kept = try length(of: program)
      // The last acknowledged edit, or one that was done and not acknowledged any more.
      #expect((lengths.last ?? acknowledged) <= kept, "round \(round)")
      #expect(kept <= first + 40, "round \(round)")
      acknowledged = kept
    }
    #expect(acknowledged > rounds / 3, "the processes have to get somewhere before they are killed")
    print("killed \(killedWhileWriting) of \(rounds) while a new document was being written")
    // The record of who did it is bounded, and what a kill left of its last line harms no other.
    let told = try program.run("why", "s1", "--last", "1")
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.output.contains("ada  standups edit s1 --length "))
    #expect(killedWhileWriting > 0, "no process was killed while its document was being written")
    // The next change removes what the kills left beside the file.
    #expect(try program.run("add", "Last").status == 0)
    #expect(try !isBeingWritten(program))
  }

  /// A document that takes a while to write.
  private func seed(_ program: Program) throws {
    let rows = (1...200).map { "s\($0),1s,Ada; Grace; Edsger; Barbara\n" }
    let table = "title,length,attendees\n" + rows.joined()
    let imported = try program.run("import", "-", input: table)
    #expect(imported.status == 0, "\(imported.errors)")
  }

  /// Feeds a process until it has acknowledged some edits.
  private func feed(
    _ edits: String,
    to process: SpawnedProcess,
    until count: Int
  ) throws -> [UInt8] {
    let bytes = Array(edits.utf8)
    let written = unsafe bytes.withUnsafeBytes {
      unsafe systemWrite(process.input, $0.baseAddress, $0.count)
    }
    #expect(written == bytes.count)
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while plannedSeconds(in: output).count < count {
      let read = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(process.output, $0.baseAddress, $0.count)
      }
      guard read > 0 else { break }
      output += buffer[..<read]
    }
    return output
  }

  /// Looks for the file of a new document until it is there; gives up where it was missed each time.
  private func waitUntilWriting(_ program: Program) throws {
    for _ in 0..<20_000 where try isBeingWritten(program) { return }
  }

  /// Whether a temporary file lies beside the data file.
  private func isBeingWritten(_ program: Program) throws -> Bool {
    let folder = URL(fileURLWithPath: program.dataPath).deletingLastPathComponent().path
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .contains { $0.hasPrefix(".tmp-") }
  }

  /// A short time later, without a clock.
  private func spin(_ turns: Int) {
    var mixed = 0
    for turn in 0..<turns { mixed = (mixed &* 31) ^ turn }
    withExtendedLifetime(mixed) {}
  }

  private func plannedSeconds(in output: [UInt8]) -> [Int] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.contains("\"plannedSeconds\" : "), line.hasSuffix(",") else { return nil }
      return Int(line.filter(\.isNumber))
    }
  }

  private func length(of program: Program) throws -> Int {
    let listed = try program.run("list", "--json")
    #expect(listed.status == 0, "\(listed.errors)")
    let lengths = plannedSeconds(in: Array(listed.output.utf8))
    #expect(lengths.count == 200)
    return try #require(lengths.first)
  }
}
