import ArgumentParser
import BoardModels
import StrataExtensions
import StrataOneStore

/// `board add`.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a card.",
    discussion: """
      Examples:
        board add "Write the report"
        board add "Book a room" --column doing --label work --label team --due +7
        board add "Pack" --item Passport --item Charger --top --why "The train leaves at six"
      """
  )

  @Argument(help: "What is to be done.")
  var title: String

  @Option(
    name: .shortAndLong,
    help: "The column; the first if it is left out.",
    completion: .columns
  )
  var column: String?

  @Option(name: .long, help: "A text of any number of lines.")
  var text: String?

  @Option(name: .shortAndLong, help: "A label; may be given several times.")
  var label: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("When it is due: \(DayArgument.help).", valueName: "day")
  )
  var due: DayArgument?

  @Option(name: .shortAndLong, help: "A line of the checklist; may be given several times.")
  var item: [String] = []

  @Flag(name: .long, help: "On top of the column, not at its end.")
  var top = false

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in
      let board = desk.board
      let target: ColumnModel.State
      if let column {
        target = try board.column(named: column)
      } else if let first = board.columns.first {
        target = first
      } else {
        throw BoardFault("The board has no column; `board column add NAME` makes one.")
      }
      var card = CardModel.State(id: board.nextCard, column: target.id, title: title)
      card.text = text ?? ""
      card.labels = label.uniqued
      card.due = due?.day
      card.items = item.map { ChecklistItem(text: $0) }
      return try desk.change([.addCard(card, at: top ? 0 : target.cards.count)], note)
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without those that were there before.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
