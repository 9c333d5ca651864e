import ArgumentParser
import BoardFile
import BoardModels
import Foundation
import ProgramConsole
import ProgramRecording
import StrataDependencies

/// `board demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show what can be done, on a sample of a few hundred cards.",
    discussion: """
      The sample lies in a temporary folder, and goes with the demo.

      Examples:
        board demo
        board demo --json            # one line for each of its commands
      """
  )

  @Flag(name: .long, help: "Print the results alone, each as one line of JSON.")
  var json = false

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  private static let script = [
    "show --limit 6",
    "add \"Bake a cake\" --column doing --due +3 --item Flour --item Eggs --why \"We have released\"",
    "show 301",
    "check 301 1",
    "move 301 done",
    "search urgent --column review",
    "history --last 6",
    "undo 2",
    "redo",
    "diff 450 456",
    "at 20 --limit 4",
  ]

  func run() async throws {
    let console = DependencyValues.current.console
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-demo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("board.jsonl").path
    let now = Moment(seconds: Int(DependencyValues.current.date.now.timeIntervalSince1970))
    try explaining {
      try BoardFile(path: path).change { _ in ((), try SampleBoard.entries(until: now)) }
    }
    for line in Self.script {
      if !json { try console.write("$ board \(line)\n") }
      let words = Self.words(of: line) + (json ? ["--json"] : [])
      let status = await CommandText.$current.withValue("board \(line)") {
        await ConsoleProgram("board", root: BoardCommand.self).run(words + ["--data", path])
      }
      guard status == 0 else { throw ExitCode(status) }
      if !json { try console.write("\n") }
    }
  }

  /// The words of a line, in which quotation marks protect spaces.
  private static func words(of line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
  }
}
