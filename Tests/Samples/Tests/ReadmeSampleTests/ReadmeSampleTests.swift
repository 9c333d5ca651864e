import Foundation
import Testing

/// The programs of the READMEs print what their README shows.
///
/// `make lint` compares the programs themselves with the READMEs.
@Suite struct ReadmeSampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let packages = [
    "Bridges", "Concurrency", "Core", "Dependencies", "Events", "Extensions", "Inspector",
    "Macros", "OneStore", "Sources", "Stores", "Updates",
  ]

  private static let oneStorePage =
    "Packages/OneStore/Sources/StrataOneStore/StrataOneStore.docc/GettingStarted.md"

  private static let workPage =
    "Packages/OneStore/Sources/StrataOneStore/StrataOneStore.docc/WorkEventsAndDependencies.md"

  private static let secretsPage =
    "Packages/Inspector/Sources/StrataInspector/StrataInspector.docc/LeavingOutSecrets.md"

  @Test(
    arguments: [
      ("README.md", "ReadmeSample"), (oneStorePage, "OneStoreGettingStarted"),
      (workPage, "OneStoreWork"), (secretsPage, "InspectorPrivate"),
    ]
      + packages.map { ("Packages/\($0)/README.md", "\($0)Readme") }
  )
  func theProgramPrintsWhatItsReadmeShows(_ readme: String, _ program: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(readme), encoding: .utf8)
    let sample = "<!-- sample: Tests/Samples/Sources/\(program)/main.swift -->"
    let parts = text.components(separatedBy: sample)
    try #require(parts.count == 2, "\(readme) shows \(program) once")
    let shown = parts[1].components(separatedBy: "```text\n").dropFirst().first?
      .components(separatedBy: "```").first
    #expect(try output(of: program) == shown)
  }

  private func output(of program: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = executable(program)
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: printed, as: UTF8.self)
  }

  /// The executable lies in the folder of the test bundle, or above it on Apple's systems.
  private func executable(_ name: String) -> URL? {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let program = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: program.path),
          (try? program.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
        {
          return program
        }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }
}
