import ArgumentParser
import ProgramRecording
import ProgramVersion

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
        board add "Paint" --board home   # another board

      Every change is kept, so undo and redo have no end, also across runs.

      The board is a file: --data PATH, --board NAME for one of several in the data folder, else \
      $BOARD_DATA, else board/board.jsonl in $XDG_DATA_HOME, else in ~/.local/share.

      Exit codes: 0 done, 64 the command line cannot be followed, 66 a card, a column, a change or a \
      file does not exist, 71 too few files may be opened, 74 the file or the output cannot be \
      written, 76 the file is damaged or newer, 129 the terminal has gone, 141 the reader of the \
      output has gone.
      """,
    version: RepositoryVersion.current,
    subcommands: [
      ShowCommand.self, AddCommand.self, EditCommand.self, MoveCommand.self, RemoveCommand.self,
      CheckCommand.self, SearchCommand.self, ColumnCommand.self, RenameCommand.self,
      UndoCommand.self, RedoCommand.self, HistoryCommand.self, AtCommand.self, DiffCommand.self,
      CompactCommand.self, ListCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: ShowCommand.self
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions
}
