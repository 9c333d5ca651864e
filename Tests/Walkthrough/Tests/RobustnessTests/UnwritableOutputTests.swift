import Foundation
import ProgramDriver
import Testing

@Suite struct UnwritableOutputTests {
  private static let commands = [
    ["list"], ["list", "--json"], ["export"], ["--help"], ["--version"], ["stats"],
  ]

  private func run(
    _ arguments: [String],
    output: SpawnedProcess.Stream,
    in program: Program
  ) throws -> Program.Finished {
    let process = try program.start(arguments, output: output)
    let errors = Exchange(process).finish().errors
    return Program.Finished(
      status: process.wait(),
      output: "",
      errors: String(decoding: errors, as: UTF8.self)
    )
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: commands
  )
  func saysThatTheOutputIsFull(arguments: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "One")
    let failed = try run(arguments, output: .fullDevice, in: program)
    #expect(failed.status == 74)
    #expect(failed.errors.contains("Writing to standard output failed: No space left on device."))
  }

  @Test(arguments: commands)
  func saysThatTheOutputIsClosed(arguments: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "One")
    let before = try Data(contentsOf: URL(fileURLWithPath: program.dataPath))
    let failed = try run(arguments, output: .closed, in: program)
    #expect(failed.status == 74)
    #expect(failed.errors.contains("Writing to standard output failed: Bad file descriptor."))
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.dataPath)) == before)
  }
}
