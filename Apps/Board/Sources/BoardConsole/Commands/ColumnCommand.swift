import ArgumentParser
import BoardFile
import BoardModels
import ProgramRecording
import StrataExtensions
import StrataOneStore

/// `board column`.
struct ColumnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "column",
    abstract: "Add, change, move or remove columns.",
    discussion: """
      Examples:
        board column add Review --at 3
        board column edit review --name "In review" --limit 5
        board column remove review
      """,
    subcommands: [Add.self, Edit.self, Move.self, Remove.self]
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a column.",
      discussion: "Examples:\n  board column add Review\n  board column add Review --at 3 --limit 5"
    )

    @Argument(help: "The column's name.")
    var name: String

    @Option(name: .long, help: ArgumentHelp("At which place, from the left.", valueName: "place"))
    var at: Count?

    @Option(
      name: .long,
      help: ArgumentHelp("How many cards it should have at most.", valueName: "count")
    )
    var limit: Count?

    @OptionGroup var options: ChangeOptions

    func run() throws {
      try options.change { desk, note in
        let position = at.map { $0.number - 1 } ?? .max
        let id = desk.board.nextColumn
        return try desk.change(
          [.addColumn(id: id, name: name, limit: limit?.number, at: position)],
          note
        )
      }
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change a column's name or limit.",
      discussion: """
        Examples:
          board column edit review --name "In review"
          board column edit doing --limit 3
          board column edit doing --no-limit
        """
    )

    @Argument(help: "The column.", completion: .columns)
    var column: String

    @Option(name: .long, help: "Another name.")
    var name: String?

    @Option(
      name: .long,
      help: ArgumentHelp("How many cards it should have at most.", valueName: "count")
    )
    var limit: Count?

    @Flag(name: .long, help: "Any number of cards.")
    var noLimit = false

    @OptionGroup var options: ChangeOptions

    func validate() throws {
      if limit != nil, noLimit {
        throw ValidationError("--limit and --no-limit exclude each other.")
      }
      if limit == nil, !noLimit, name == nil {
        throw ValidationError("Give --name, --limit or --no-limit.")
      }
    }

    func run() throws {
      try options.change { desk, note in
        let id = try desk.board.column(named: column).id
        let edit: FieldEdit<Int> = noLimit ? .set(nil) : limit.map { .set($0.number) } ?? .keep
        return try desk.change([.editColumn(id: id, name: name, limit: edit)], note)
      }
    }
  }

  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Move a column to another place.",
      discussion: "Example:\n  board column move review 1"
    )

    @Argument(help: "The column.", completion: .columns)
    var column: String

    @Argument(help: "The place; 1 is on the left.")
    var place: Count

    @OptionGroup var options: ChangeOptions

    func run() throws {
      try options.change { desk, note in
        let id = try desk.board.column(named: column).id
        return try desk.change([.moveColumn(id: id, at: place.number - 1)], note)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a column without cards.",
      discussion: "Example:\n  board column remove review"
    )

    @Argument(help: "The column.", completion: .columns)
    var column: String

    @OptionGroup var options: ChangeOptions

    func run() throws {
      try options.change { desk, note in
        try desk.change([.removeColumn(id: try desk.board.column(named: column).id)], note)
      }
    }
  }
}

extension CompletionKind {
  /// The names of the columns of the board that is used without `--data`.
  static var columns: CompletionKind {
    .custom { _, _, _ in
      ((try? SharedOptions.parse([]).file.load())?.board.columns.map(\.name)) ?? []
    }
  }
}
