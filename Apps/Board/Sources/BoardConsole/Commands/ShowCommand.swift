import ArgumentParser
import BoardFile
import BoardModels
import ProgramConsole
import ProgramFiles
import StrataDependencies
import StrataExtensions
import StrataOneStore
import StrataRendering

/// How a board is shown.
struct ShowOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How many cards of a column are shown; 20 if left out.", valueName: "count")
  )
  var limit: Count?

  @Flag(name: .long, help: "Show all cards.")
  var all = false

  @Option(
    name: .long,
    help: ArgumentHelp("How wide; the terminal's width if left out.", valueName: "cells")
  )
  var width: Int?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let width, !(10...1_000).contains(width) {
      throw ValidationError("--width is a number from 10 to 1000.")
    }
  }

  /// Prints the board that the views of a store see.
  func show(_ store: Store<DeskModel>, change: Int) throws {
    let board = store.model.$board
    if shared.json {
      // Read in a probe, because a view sees the store's override.
      let probe = RenderProbe { BoardSnapshot(board) }
      defer { probe.cancel() }
      return try shared.print { probe.output.write(to: &$0, change: change) }
    }
    let console = DependencyValues.current.console
    let (width, limit) = (width ?? console.columns, all ? nil : limit?.number ?? 20)
    let today = Today.day
    let probe = RenderProbe {
      BoardView(model: board, width: width, limit: limit, today: today).lines
    }
    defer { probe.cancel() }
    try shared.print(probe.output)
  }
}

/// The values of a board that views see.
struct BoardSnapshot: Sendable {
  let title: String
  let columns: [ColumnModel.State]
  let cards: [Int: CardModel.State]

  init(_ model: BoardModel) {
    title = model.title
    columns = Array(model.columns)
    cards = model.cards
  }

  func write(to line: inout JSONWriter, change: Int) {
    line.object { line in
      line.key("change")
      line.number(change)
      line.key("title")
      line.text(title)
      line.key("columns")
      line.array(columns) { line, column in
        line.object { line in
          line.key("id")
          line.number(column.id)
          line.key("name")
          line.text(column.name)
          if let limit = column.limit {
            line.key("limit")
            line.number(limit)
          }
          line.key("cards")
          line.array(column.cards.compactMap { cards[$0] }) {
            CardReport.write($1, column.name, to: &$0)
          }
        }
      }
    }
  }
}

/// `board show`.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the columns side by side, or all of one card.",
    discussion: """
      Examples:
        board
        board show --all --width 120
        board show 12
      """
  )

  @Argument(help: "A card's number.")
  var card: CardNumber?

  @OptionGroup var options: ShowOptions

  func run() throws {
    let shared = options.shared
    let store = try shared.open()
    guard let id = card?.id else {
      return try options.show(store, change: store.state.history.count)
    }
    let board = store.model.$board
    let state = try explaining { try store.state.board.card(id) }
    let column = board.columns[id: state.column]?.name ?? ""
    if shared.json {
      try shared.print { CardReport.write(state, column, to: &$0) }
    } else {
      try shared.print(CardReport(card: state, column: column, today: Today.day).lines)
    }
  }
}
