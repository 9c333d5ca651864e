import ArgumentParser
import BoardFile
import BoardModels
import ProgramFiles
import StrataExtensions
import StrataOneStore

/// `board search`.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find cards: those with all of the words.",
    discussion: """
      Examples:
        board search report annual
        board search --label urgent --column doing
        board search --due-before tomorrow
      """
  )

  @Argument(help: "Parts of title, text, labels or checklist; case does not matter.")
  var words: [String] = []

  @Option(name: .shortAndLong, help: "Only cards with this label; may be given several times.")
  var label: [String] = []

  @Option(name: .shortAndLong, help: "Only cards of this column.", completion: .columns)
  var column: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Only cards that are due before: \(DayArgument.help).", valueName: "day")
  )
  var dueBefore: DayArgument?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let board = try shared.open().state.board
    let wanted = try explaining { try column.map { try board.column(named: $0).id } }
    let query = Query(words: words, labels: label, before: dueBefore?.day)
    var found: [(CardModel.State, String)] = []
    for column in board.columns where wanted == nil || column.id == wanted {
      for id in column.cards {
        guard let card = board.cards[id], query.fits(card) else { continue }
        found.append((card, column.name))
      }
    }
    if shared.json {
      try shared.print { line in
        line.array(found) { CardReport.write($1.0, $1.1, to: &$0) }
      }
    } else {
      let today = Today.day
      let lines = found.map { CardReport(card: $0.0, column: $0.1, today: today).line }
      try shared.print(lines.isEmpty ? ["No card fits."] : lines)
    }
  }
}

/// The search terms.
private struct Query {
  let words: [[UInt8]]
  let labels: [String]
  let before: Day?

  init(words: [String], labels: [String], before: Day?) {
    self.words = words.map { Self.folded($0) }
    self.labels = labels.map { $0.lowercased() }
    self.before = before
  }

  func fits(_ card: CardModel.State) -> Bool {
    if let before, card.due.map({ $0 >= before }) ?? true { return false }
    if !labels.isEmpty {
      let own = Set(card.labels.map { $0.lowercased() })
      guard labels.allSatisfy(own.contains) else { return false }
    }
    guard !words.isEmpty else { return true }
    let texts = ([card.title, card.text] + card.labels + card.items.map(\.text)).map(Self.folded)
    return words.allSatisfy { word in texts.contains { Self.has($0, word) } }
  }

  /// The bytes of a text in small letters.
  private static func folded(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return Array(text.lowercased().utf8) }
    for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
    return bytes
  }

  private static func has(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard text.count >= word.count else { return false }
    for start in 0...(text.count - word.count) where text[start] == first {
      var length = 1
      while length < word.count, text[start + length] == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}
