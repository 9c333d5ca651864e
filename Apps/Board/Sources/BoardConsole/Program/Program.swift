import ProgramConsole
import ProgramRecording

/// The program: arguments in, an exit code out.
package enum Program: Sendable {
  /// Runs one command, with the current console, environment and date.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit code; all messages have been printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    // The history has the command as it would be typed without a recording.
    let words = (try? RecordedRun(arguments).arguments) ?? arguments
    return await CommandText.$current.withValue(CommandText.text(of: words)) {
      // The word may be a card that is to be shown.
      await ConsoleProgram(
        "board",
        root: BoardCommand.self,
        isOperand: { CardNumber(argument: $0) != nil }
      ).run(arguments)
    }
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
