import ProgramConsole

/// One line of a script, understood.
enum ScriptCommand: Equatable, Sendable {
  case add(Int)
  case count(counter: Int, by: Int)
  case remove(counter: Int)
  case fact(counter: Int, waits: Bool)
  case another(waits: Bool)
  case cancel
  case dismiss
  case wait
  case show
  case help
  case quit

  /// The text of `help`.
  static let summary = """
    add [COUNT]    adds a counter
    inc N [BY]     counts counter N up; dec N [BY] counts it down
    remove N       removes counter N; what it has asked is not waited for
    fact N         asks for a fact about counter N; another asks for another one
    fact N &       asks and goes on; wait waits for all answers, cancel gives them up
    dismiss        takes the fact away
    show           prints everything
    quit           ends; so does the end of the input
    """

  /// Reads a line; `nil` for an empty one.
  ///
  /// - Throws: ``ProgramFailure`` that says what is wrong with the line.
  init?(_ line: String) throws(ProgramFailure) {
    var words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
    var waits = true
    if let last = words.last, last.hasSuffix("&") {
      waits = false
      words[words.count - 1].removeLast()
      if words.last == "" { words.removeLast() }
    }
    guard let verb = words.first else {
      guard waits else { throw .script("There is nothing before the \"&\".") }
      return nil
    }
    let arguments = Arguments(verb: verb, words: Array(words.dropFirst()))
    self = try ScriptCommand(arguments, waits)
    switch self {
    case .fact, .another: break
    default: if !waits { throw .script("Only fact and another can be left running with \"&\".") }
    }
  }

  private init(_ arguments: Arguments, _ waits: Bool) throws(ProgramFailure) {
    switch arguments.verb {
    case "add": self = .add(try arguments.numbers(0...1).first ?? 0)
    case "inc":
      let numbers = try arguments.numbers(1...2)
      self = .count(counter: numbers[0], by: numbers.count > 1 ? numbers[1] : 1)
    case "dec":
      let numbers = try arguments.numbers(1...2)
      let (by, isTooLarge) = 0.subtractingReportingOverflow(numbers.count > 1 ? numbers[1] : 1)
      if isTooLarge { throw .script("\(numbers[1]) cannot be counted down by.") }
      self = .count(counter: numbers[0], by: by)
    case "remove": self = .remove(counter: try arguments.numbers(1...1)[0])
    case "fact": self = .fact(counter: try arguments.numbers(1...1)[0], waits: waits)
    default: self = try ScriptCommand(bare: arguments, waits)
    }
  }

  /// Reads one of the commands that take nothing.
  private init(bare arguments: Arguments, _ waits: Bool) throws(ProgramFailure) {
    switch arguments.verb {
    case "another": self = .another(waits: waits)
    case "cancel": self = .cancel
    case "dismiss": self = .dismiss
    case "wait": self = .wait
    case "show": self = .show
    case "help": self = .help
    case "quit", "exit": self = .quit
    default:
      throw .script("There is no command \"\(arguments.verb)\"; help lists those there are.")
    }
    _ = try arguments.numbers(0...0)
  }
}

/// The text behind a command's name.
private struct Arguments {
  let verb: String
  let words: [String]

  /// The words as numbers, if there are as many as may be.
  func numbers(_ allowed: ClosedRange<Int>) throws(ProgramFailure) -> [Int] {
    guard allowed.contains(words.count) else {
      let wanted =
        switch (allowed.lowerBound, allowed.upperBound) {
        case (0, 0): "nothing"
        case (let low, let high) where low == high: low == 1 ? "one number" : "\(low) numbers"
        case (let low, let high): "\(low) or \(high) numbers"
        }
      throw .script("\(verb) takes \(wanted), not \(words.count == 0 ? "none" : "\(words.count)").")
    }
    var numbers: [Int] = []
    for word in words {
      guard let number = Int(word) else {
        throw .script("\(verb) takes whole numbers; \"\(word)\" is none.")
      }
      numbers.append(number)
    }
    return numbers
  }
}
