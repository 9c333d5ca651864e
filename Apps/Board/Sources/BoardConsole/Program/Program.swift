import ArgumentParser
import ProgramConsole
import ProgramRecording
import StrataDependencies

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// Runs one command, with the current console, environment and date.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    if let failure = unknownCommand(in: arguments) {
      let isJSON = arguments.contains("--json")
      DependencyValues.current.console.complain(failure.text(of: "board", asJSON: isJSON))
      return failure.kind.exitCode
    }
    // The history has the command as it would be typed without a recording.
    let words = (try? RecordedRun(arguments).arguments) ?? arguments
    return await CommandText.$current.withValue(CommandText.text(of: words)) {
      await ConsoleProgram("board", root: BoardCommand.self).run(arguments)
    }
  }

  /// The failure of a word that is neither a command nor a card to be shown.
  private static func unknownCommand(in arguments: [String]) -> ProgramFailure? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
      CardNumber(argument: name) == nil
    else { return nil }
    // A closure: a key path that begins at a metatype crashes the compiler (Swift 6.3.1).
    let names = BoardCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(name) else { return nil }
    let word = String(name.unicodeScalars.prefix(40))
    return ProgramFailure(
      .usage,
      "There is no command \"\(word)\". There are: \(names.joined(separator: ", "))."
    )
  }
}

/// The command that a person has typed.
enum CommandText {
  /// The longest part of it that is stored, in characters.
  private static let longest = 200

  @TaskLocal static var current = ""

  /// The words as one would type them again.
  static func text(of words: [String]) -> String {
    let text = words.map(quoted).joined(separator: " ").unicodeScalars
    guard text.count > longest else { return String(text).printable }
    return String(String.UnicodeScalarView(text.prefix(longest))).printable + "…"
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
      default: "-_./:=+,#@%".utf8.contains(byte)
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
