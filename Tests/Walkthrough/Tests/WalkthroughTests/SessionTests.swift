import Foundation
import ProgramDriver
import Testing

@Suite struct SessionTests {
  /// With `WALKTHROUGH_OUTPUT=folder` in the environment, a session that differs is written there as it
  /// is now, to be read, and copied when it is right.
  @Test(arguments: ["first-day", "exchange", "mistakes", "scripts", "meeting"])
  func showsWhatTheSessionShows(name: String) throws {
    let program = try Program()
    try provideSamples(program)
    var actual = ""
    var expected = ""
    for step in try SessionFile(named: name).steps {
      let words = step.words.dropFirst().map { $0.replacing("<folder>", with: program.folder) }
      let finished = try program.run(words, input: step.input)
      let shown = SessionFile.shown(finished, in: program)
      actual += step.text(showing: shown)
      expected += step.text(showing: step.expected)
      #expect(shown == step.expected, "\(name): \(step.command)")
    }
    if actual != expected, let path = ProcessInfo.processInfo.environment["WALKTHROUGH_OUTPUT"] {
      try actual.write(toFile: "\(path)/\(name).txt", atomically: true, encoding: .utf8)
    }
  }

  /// The sample files, as a user who cloned the repository has them.
  private func provideSamples(_ program: Program) throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Apps/Standups/Samples").standardized
    for name in ["team.json", "team.csv", "transcript.txt"] {
      try FileManager.default.copyItem(
        atPath: samples.appendingPathComponent(name).path,
        toPath: program.file(name)
      )
    }
  }
}
