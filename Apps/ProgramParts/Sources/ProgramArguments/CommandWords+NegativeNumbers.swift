public import ArgumentParser

extension CommandWords {
  /// The words in an order in which the parser takes no number below zero for an option.
  ///
  /// The parser reads each word that begins with `-` as an option: `fact 42 -7` fails with "Unknown option '-7'", and
  /// `--at -1` with "Missing value". Here a number below zero is a value after an option that takes one, and an operand
  /// elsewhere. Operands keep their order and stand behind a `--`.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name. Words with a `--` are left as they are.
  ///   - root: The command that all others stand below.
  /// - Returns: The words for the parser.
  /// - Complexity: O(*n*) in the number of words. Without a number below zero, declarations are not read.
  public static func separatingNegativeNumbers(
    in arguments: [String],
    of root: any ParsableCommand.Type
  ) -> [String] {
    guard !arguments.contains("--"), arguments.contains(where: isNegativeNumber),
      let declaration = CommandDeclaration(of: root)
    else { return arguments }
    let (command, count) = command(named: arguments, below: declaration)
    var (options, operands): ([String], [String]) = ([], [])
    var words = arguments[count...]
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-", !isNegativeNumber(word) else {
        operands.append(word)
        continue
      }
      guard command.takesValue(after: word), let value = words.popFirst() else {
        options.append(word)
        continue
      }
      // Only a long option takes its value so; the short ones read whatever follows.
      let isJoined = word.hasPrefix("--") && isNegativeNumber(value)
      options += isJoined ? ["\(word)=\(value)"] : [word, value]
    }
    if operands.contains(where: isNegativeNumber), command.takesOperands { options.append("--") }
    return arguments[..<count] + options + operands
  }

  /// The command that words begin with, or the default one, and how many words name it.
  private static func command(
    named words: [String],
    below root: CommandDeclaration
  ) -> (command: CommandDeclaration, count: Int) {
    var (command, count) = (root, 0)
    while count < words.count,
      let next = command.commands.first(where: { $0.commandName == words[count] })
    {
      (command, count) = (next, count + 1)
    }
    let standard = command.commands.first { $0.commandName == command.defaultSubcommand }
    return (standard ?? command, count)
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    word.hasPrefix("-") && word.dropFirst().first.map { ("0"..."9").contains($0) } == true
  }
}
