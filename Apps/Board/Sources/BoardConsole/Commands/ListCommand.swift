import ArgumentParser
import ProgramConsole
import ProgramRecording
import StrataDependencies

/// `board list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the boards in the data folder.",
    discussion: """
      `--board NAME`, with any command, means one of them; the first change makes it.

      Examples:
        board list
        board add "Paint the fence" --board home
      """
  )

  @Flag(name: .long, help: "Print the result as one line of JSON, for scripts.")
  var json = false

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func run() throws {
    let folder = BoardFolder.current
    let names = folder.names
    guard json else {
      let lines =
        names.isEmpty ? ["There is no board in \(folder.path.printable) yet."] : names.map(\.text)
      return try DependencyValues.current.console.write(lines.map { $0 + "\n" }.joined())
    }
    struct Row: Encodable {
      let name: String
      let path: String
    }
    let rows = names.map { Row(name: $0.text, path: folder.path(of: $0)) }
    try DependencyValues.current.console.write(rows.jsonLine)
  }
}
