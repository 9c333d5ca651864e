import ArgumentParser
import BoardFile
import BoardModels
import ProgramConsole
import ProgramFiles
import ProgramText
import StrataOneStore

/// `board history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List what was changed, when, by whom and why.",
    discussion: """
      Examples:
        board history
        board history --last 100
        board history --card 12 --all
      """
  )

  @Option(
    name: .long,
    help: ArgumentHelp("How many of the latest; 20 if left out.", valueName: "count")
  )
  var last: Count?

  @Flag(name: .long, help: "List all changes.")
  var all = false

  @Option(name: .long, help: ArgumentHelp("Only changes of this card.", valueName: "number"))
  var card: CardNumber?

  @OptionGroup var shared: SharedOptions

  private struct Row {
    let entry: Entry
    let summary: String
    let targets: [Int]
  }

  func run() throws {
    let (history, nextCard) = try read()
    // A removed card has had a number, and still has its changes.
    if let card, card.id >= nextCard {
      throw ProgramFailure(.missing, "There is no card #\(card.id).")
    }
    let rows: [Row] = try explaining { try self.rows(of: history) }
    if shared.json { return try shared.print { write(rows, to: &$0) } }
    let offset = Today.offset
    let width = String(history.count).count
    var lines: [String] = []
    for row in rows {
      let number =
        String(repeating: " ", count: width - String(row.entry.number).count)
        + String(row.entry.number)
      let note = row.entry.note
      let line = "\(number)  \(note.moment.text(offset: offset))  \(note.user)  \(row.summary)"
      lines.append(DisplayText.printable(line))
      if let reason = note.reason {
        lines.append(
          DisplayText.printable(String(repeating: " ", count: width + 2) + "why: \(reason)")
        )
      }
    }
    if history.folded > 0, rows.first?.entry.number == history.folded + 1 {
      lines.insert("Changes 1 to \(history.folded) were folded together.", at: 0)
    }
    if lines.isEmpty {
      lines = [card.map { "No change of #\($0.id) is kept." } ?? "Nothing was changed yet."]
    }
    try shared.print(lines)
  }

  /// A function of its own, so that the board is released before another one is made of its changes.
  private func read() throws -> (history: History, nextCard: Int) {
    let state = try shared.open().state
    return (state.history, state.board.nextCard)
  }

  private func rows(of history: History) throws(BoardFault) -> [Row] {
    let limit = all ? Int.max : last?.number ?? 20
    // Of one card, all have to be looked at.
    let first = card == nil && limit < history.count ? history.count - limit : 0
    var rows: [Row] = []
    try history.walk(after: first) { entry, board, targets in
      guard card.map({ entry.concerns($0.id) }) ?? true else { return }
      let summary = Summary.text(of: entry, on: board, targets: targets)
      rows.append(Row(entry: entry, summary: summary, targets: targets))
    }
    return rows.suffix(limit)
  }

  private func write(_ rows: [Row], to line: inout JSONWriter) {
    line.array(rows) { line, row in
      line.object { line in
        let note = row.entry.note
        line.key("change")
        line.number(row.entry.number)
        line.key("date")
        line.text(note.moment.isoText)
        line.key("user")
        line.text(note.user)
        line.key("summary")
        line.text(row.summary)
        if let command = note.command {
          line.key("command")
          line.text(command)
        }
        if let reason = note.reason {
          line.key("reason")
          line.text(reason)
        }
        if !row.targets.isEmpty {
          line.key("of")
          line.array(row.targets) { $0.number($1) }
        }
      }
    }
  }
}

extension Entry {
  /// Whether it changes a card by itself.
  fileprivate func concerns(_ card: Int) -> Bool {
    guard case .change(let operations) = kind else { return false }
    return operations.contains { operation in
      switch operation {
      case .addCard(let state, _): state.id == card
      case .editCard(let id, _), .moveCard(let id, _, _), .removeCard(let id): id == card
      default: false
      }
    }
  }
}

/// `board at`.
struct AtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Show the board as it was after a change; 0 is before the first.",
    discussion: "Examples:\n  board at 12\n  board at 0 --json"
  )

  @Argument(help: "The number of the change, as the history lists it.")
  var change: Int

  @OptionGroup var options: ShowOptions

  func run() throws {
    let store = try options.shared.open()
    let state = store.state
    let board = try explaining { try state.history.board(at: change) }
    // The store goes on with the present board; views see the former one.
    store.stateOverride = DeskModel.State(board: board, history: state.history)
    defer { store.stateOverride = nil }
    try options.show(store, change: change)
  }
}

/// `board diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between the board after one change and after another.",
    discussion: "Examples:\n  board diff 10 12\n  board diff 10        # until now"
  )

  @Argument(help: "The number of the first change; 0 is before all.")
  var from: Int

  @Argument(help: "The number of the second; the latest if left out.")
  var to: Int?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let history = try shared.open().state.history
    let (old, new) = try explaining { try history.boards(at: from, to ?? history.count) }
    let diff = BoardDiff(from: old, to: new)
    guard shared.json else { return try shared.print(diff.text) }
    try shared.print { line in
      line.array(diff.lines) { line, difference in
        line.object { line in
          line.key("kind")
          line.text(difference.kind.rawValue)
          if let card = difference.card {
            line.key("card")
            line.number(card)
          }
          line.key("text")
          line.text(difference.text)
        }
      }
    }
  }
}
