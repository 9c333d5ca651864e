import ArgumentParser
import BoardFile
import BoardModels
import ProgramFiles
import StrataOneStore

/// `board undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the latest changes back.",
    discussion: "Examples:\n  board undo\n  board undo 3"
  )

  @Argument(help: "How many.")
  var count: Count?

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in try desk.undo(count?.number ?? 1, note) }
  }
}

/// `board redo`.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make again what was taken back.",
    discussion: "Examples:\n  board redo\n  board redo 3"
  )

  @Argument(help: "How many.")
  var count: Count?

  @OptionGroup var options: ChangeOptions

  func run() throws {
    try options.change { desk, note in try desk.redo(count?.number ?? 1, note) }
  }
}

/// `board compact`.
struct CompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Fold old changes together, so that the file gets smaller.",
    discussion: """
      What is folded cannot be taken back or looked at any more; the board stays as it is. More stay \
      where one that stays takes back an older one, or makes it again.

      Example:
        board compact --keep 1000
      """
  )

  @Option(
    name: .long,
    help: ArgumentHelp("How many of the latest changes stay.", valueName: "count")
  )
  var keep: Count

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let (folded, stay) = try explaining {
      try shared.file.replace(onWait: shared.onWait) { history in
        let record = try history.folding(keeping: keep.number)
        return ((record.folded - history.folded, record.entries.count), record)
      }
    }
    try shared.presentChange {
      guard shared.json else {
        let changes = folded == 1 ? "change" : "changes"
        return try shared.print(["Folded \(folded) \(changes); \(stay) stay."])
      }
      try shared.print { line in
        line.object {
          $0.key("folded")
          $0.number(folded)
          $0.key("kept")
          $0.number(stay)
        }
      }
    }
  }
}
