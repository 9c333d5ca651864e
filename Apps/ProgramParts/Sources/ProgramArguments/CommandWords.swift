public import ArgumentParser

/// The words of a command line: what is checked before the argument parser, and the command that they run.
public enum CommandWords: Sendable {
  /// The longest argument, in bytes: that of a path, four times over.
  ///
  /// Comparing texts of any length takes minutes.
  public static let longestArgument = 1 << 14

  /// The sentence about an argument of an absurd length.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The sentence; `nil` if there is no such argument.
  public static func longArgument(in arguments: [String]) -> String? {
    guard let long = arguments.first(where: { $0.utf8.count > longestArgument }) else { return nil }
    return "The argument \"\(beginning(of: long, 20))…\" has more than \(longestArgument) bytes."
  }

  /// A word that is no command, where a command should stand.
  public struct Unknown: Hashable, Sendable {
    /// The word, or its beginning.
    public let word: String
    /// The names of the commands.
    public let commands: [String]

    /// A sentence with all names.
    public var description: String {
      "There is no command \"\(word)\". There are: \(commands.joined(separator: ", "))."
    }
  }

  /// Finds a first word that is neither an option nor a command, or such a word after `help`.
  ///
  /// The argument parser takes the first for an argument of the default command, and says only that it is one too many.
  /// `help nonsense` it answers with the help of the program, as if that had been asked for.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - root: The command that all others stand below.
  /// - Returns: The word; `nil` if there is none.
  public static func unknownCommand(
    in arguments: [String],
    of root: any ParsableCommand.Type
  ) -> Unknown? {
    guard let name = arguments.first, !name.hasPrefix("-") else { return nil }
    guard name == "help" else { return unknown(name, below: root) }
    var command = root
    for name in arguments.dropFirst().prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
      if let unknown = unknown(name, below: command) { return unknown }
      guard let next = command.configuration.subcommands.first(where: { self.name(of: $0) == name })
      else { return nil }
      command = next
    }
    return nil
  }

  private static func unknown(_ name: String, below command: any ParsableCommand.Type) -> Unknown? {
    // A closure: a key path that begins at a metatype crashes the compiler (Swift 6.3.1).
    let names = command.configuration.subcommands.map { self.name(of: $0) }
    guard !names.isEmpty, !names.contains(name) else { return nil }
    return Unknown(word: beginning(of: name, 40), commands: names)
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command._commandName
  }

  /// Parses a command line, in which numbers may be below zero, and runs its command.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - root: The command that all others stand below.
  /// - Throws: The parser's error, or that of the command.
  public static func run(_ arguments: [String], of root: any ParsableCommand.Type) async throws {
    let words = separatingNegativeNumbers(in: arguments, of: root)
    var command = try root.parseAsRoot(words)
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  /// A single character may have any number of bytes.
  private static func beginning(of text: String, _ count: Int) -> String {
    String(text.unicodeScalars.prefix(count))
  }
}
