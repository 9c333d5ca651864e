import ArgumentParser

/// `board`.
struct BoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "A kanban board for the terminal, with all its history.",
    discussion: """
      Examples:
        board add "Write the report" --column doing --label work --due tomorrow
        board                        # the columns side by side
        board move 1 done
        board undo
        board history
        board at 1                   # the board after the first change
        board diff 1 2

      Every change is kept, so undo and redo have no end, also across runs.

      --record FILE, with any command, writes what the program's state does; strata-inspect shows it.
      """,
    version: "0.1.0",
    subcommands: [
      ShowCommand.self, AddCommand.self, EditCommand.self, MoveCommand.self, RemoveCommand.self,
      CheckCommand.self, SearchCommand.self, ColumnCommand.self, RenameCommand.self,
      UndoCommand.self, RedoCommand.self, HistoryCommand.self, AtCommand.self, DiffCommand.self,
      CompactCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: ShowCommand.self
  )
}
