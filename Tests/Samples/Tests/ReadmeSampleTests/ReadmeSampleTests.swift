import Foundation
import Testing

/// The README's first sample: the program beside these tests is that block, and does what it says.
@Suite struct ReadmeSampleTests {
  private let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theProgramIsTheReadmesSample() throws {
    let readme = try text("../../README.md")
    let parts = readme.components(separatedBy: "<!-- sample: Tests/Samples")
    try #require(parts.count == 2)
    let block = parts[1].components(separatedBy: "```swift\n").dropFirst().first?
      .components(separatedBy: "```").first
    #expect(block == (try text("Sources/ReadmeSample/main.swift")))
  }

  @Test func theProgramPrintsWhatTheReadmeSays() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = try #require(executable)
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: printed, as: UTF8.self) == "1\n")
  }

  /// The executable lies in the folder of the test bundle, or above it on Apple's systems.
  private var executable: URL? {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let program = folder.appendingPathComponent("ReadmeSample")
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
