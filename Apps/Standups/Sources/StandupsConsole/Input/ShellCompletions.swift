import ProgramArguments
import StandupsData
import StandupsFeatures

/// The completions of the words of a shell.
struct ShellCompletions: Sendable {
  private let file: DataFile
  /// The options of each command.
  private let options: [String: [String]]

  /// Makes completions for a shell on a data file.
  init(for file: DataFile) {
    self.file = file
    options = Self.readOptions()
  }

  /// The completions of the last of some words; the last one may be empty.
  func choices(_ words: [String]) -> [String] {
    guard words.count > 1, let command = words.first else {
      return options.keys.sorted() + ["help", "exit"]
    }
    if words.last?.hasPrefix("-") == true { return options[command] ?? [] }
    if command == "help" { return options.keys.sorted() }
    return (try? file.load())?.standups.map(\.handle) ?? []
  }

  private static func readOptions() -> [String: [String]] {
    let commands = CommandDeclaration(of: StandupsCommand.self)?.commands ?? []
    return Dictionary(commands.map { ($0.commandName, $0.longNames) }) { first, _ in first }
  }
}
