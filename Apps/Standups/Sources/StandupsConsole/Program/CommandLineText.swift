/// Command lines as a person would type them.
enum CommandLineText {
  /// The largest number of characters; a title may be long.
  private static let limit = 200

  /// `standups edit "Morning Sync" --length 10m`.
  static func text(of arguments: [String], program: String? = "standups") -> String {
    let words = (program.map { [$0] } ?? []) + arguments.map(quoted)
    let text = words.joined(separator: " ")
    return text.count <= limit ? text : "\(text.prefix(limit))…"
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { !$0.isWhitespace && !"\"'\\#".contains($0) }
    if !word.isEmpty, isPlain { return word }
    let escaped = word.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
