import ArgumentParser
import BoardModels
import StrataOneStore

/// `board move`.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move cards to a column, or within one.",
    discussion: """
      Examples:
        board move 12 doing
        board move 3 4 5 done --why "Released"
        board move 12 "to do" --at 1
      """
  )

  @Argument(
    help: "The numbers of the cards, and the column; the beginning of its name is enough.",
    completion: .columns
  )
  var cardsAndColumn: [String]

  @Option(
    name: .long,
    help: ArgumentHelp(
      "At which place; 1 is on top. The end, if it is left out.",
      valueName: "place"
    )
  )
  var at: Count?

  @OptionGroup var options: ChangeOptions

  private var cards: [CardNumber?] { cardsAndColumn.dropLast().map { CardNumber(argument: $0) } }

  func validate() throws {
    guard cardsAndColumn.count >= 2 else {
      throw ValidationError("Name a card and a column, as in `board move 12 doing`.")
    }
    for (word, card) in zip(cardsAndColumn, cards) where card == nil {
      throw ValidationError("\"\(word)\" is no number of a card.")
    }
  }

  func run() throws {
    try options.change { desk, note in
      let column = try desk.board.column(named: cardsAndColumn.last ?? "")
      let ids = cards.compactMap { $0?.id }.uniqued
      let operations = ids.enumerated().map { index, id in
        Operation.moveCard(id: id, to: column.id, at: at.map { $0.number - 1 + index } ?? .max)
      }
      return try desk.change(operations, note)
    }
  }
}

/// `board remove`.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove cards; undo brings them back.",
    discussion: "Example:\n  board remove 12 13"
  )

  @Argument(help: "The numbers of the cards.")
  var cards: [CardNumber]

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in
      try desk.change(cards.map(\.id).uniqued.map { .removeCard(id: $0) }, note)
    }
  }
}

/// `board check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tick lines of a card's checklist off.",
    discussion: """
      Examples:
        board check 12 1 3
        board check 12 3 --off
      """
  )

  @Argument(help: "The card's number.")
  var card: CardNumber

  @Argument(help: "The numbers of the lines, from 1 on.")
  var items: [Count]

  @Flag(name: .long, help: "They are not done after all.")
  var off = false

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in
      let old = try desk.board.card(card.id)
      var edit = CardEdit()
      var new = old.items
      for item in items {
        guard new.indices.contains(item.number - 1) else {
          throw BoardFault("The card #\(card.id) has no item \(item.number).", isMissing: true)
        }
        new[item.number - 1].isDone = !off
      }
      guard new != old.items else { throw BoardFault("Nothing of the card would change.") }
      edit.items = new
      return try desk.change([.editCard(id: card.id, edit)], note)
    }
  }
}

/// `board rename`.
struct RenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give the board another title.",
    discussion: "Example:\n  board rename \"The release\""
  )

  @Argument(help: "The title.")
  var title: String

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in try desk.change([.renameBoard(title)], note) }
  }
}
