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

  /// A first word that is no command.
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

  /// Finds a first word that is neither an option nor a command.
  ///
  /// The argument parser takes it for an argument of the default command, and says only that it is one too many.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - root: The command that all others stand below.
  /// - Returns: The word; `nil` if there is none.
  public static func unknownCommand(
    in arguments: [String],
    of root: any ParsableCommand.Type
  ) -> Unknown? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return nil }
    // A closure: a key path that begins at a metatype crashes the compiler (Swift 6.3.1).
    let names = root.configuration.subcommands.map {
      $0.configuration.commandName ?? "\($0)".lowercased()
    }
    guard !names.isEmpty, !names.contains(name) else { return nil }
    return Unknown(word: beginning(of: name, 40), commands: names)
  }

  /// Parses a command line, and runs its command.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - root: The command that all others stand below.
  /// - Throws: The parser's error, or that of the command.
  public static func run(_ arguments: [String], of root: any ParsableCommand.Type) async throws {
    var command = try root.parseAsRoot(arguments)
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
