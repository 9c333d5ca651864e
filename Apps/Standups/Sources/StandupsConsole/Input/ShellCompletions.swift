import ArgumentParser
import Foundation
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

  /// The argument parser's description of a program, as far as it is needed here.
  private struct Tool: Decodable {
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let names: [Name]?
    }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let command: Command
  }

  private static func readOptions() -> [String: [String]] {
    let text = StandupsCommand._dumpHelp()
    guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(text.utf8)) else { return [:] }
    let commands = (tool.command.subcommands ?? []).map { command in
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }
      return (command.commandName, names.filter { $0.kind == "long" }.map { "--\($0.name)" })
    }
    return Dictionary(commands) { first, _ in first }.filter { $0.key != "help" }
  }
}
