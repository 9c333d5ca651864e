public import ArgumentParser
import Foundation

/// What the argument parser knows of a command: its name, its arguments, and the commands below it.
public struct CommandDeclaration: Decodable, Sendable {
  /// An argument of a command.
  struct Argument: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
      case positional, option, flag
    }

    struct Name: Decodable, Sendable {
      let kind: String
      let name: String

      /// The name as it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
  }

  private struct Tool: Decodable {
    let command: CommandDeclaration
  }

  /// The word that a person types.
  public let commandName: String
  let defaultSubcommand: String?
  let subcommands: [CommandDeclaration]?
  let arguments: [Argument]?

  /// Reads the declaration of a program's root command; `nil` if the parser describes commands in an unknown way.
  ///
  /// - Parameter root: The command that all others stand below.
  public init?(of root: any ParsableCommand.Type) {
    let text = Data(root._dumpHelp().utf8)
    guard let tool = try? JSONDecoder().decode(Tool.self, from: text) else { return nil }
    self = tool.command
  }

  /// The commands below it, `help` excluded.
  public var commands: [CommandDeclaration] {
    (subcommands ?? []).filter { $0.commandName != "help" }
  }

  /// The long names of its options and flags, as they are typed.
  public var longNames: [String] {
    (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.typed)
  }

  /// Whether it takes words that are neither options nor their values.
  var takesOperands: Bool { (arguments ?? []).contains { $0.kind == .positional } }

  /// Whether a word is the name of one of its options, so that the next word is a value.
  func takesValue(after word: String) -> Bool {
    (arguments ?? []).contains { argument in
      argument.kind == .option && (argument.names ?? []).contains { $0.typed == word }
    }
  }
}
