import ArgumentParser
import BoardFile
import BoardModels
import Foundation
import ProgramConsole
import ProgramFiles
import ProgramRecording
import ProgramStreams
import StrataDependencies
import StrataOneStore

/// The options of every command.
struct SharedOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The board's file.",
      discussion: """
        Default: $BOARD_DATA, else board/board.jsonl in $XDG_DATA_HOME, else in ~/.local/share.
        """,
      valueName: "path"
    ),
    completion: .file(extensions: ["jsonl"])
  )
  var data: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "One of several boards in the data folder; `board list` lists them.",
      valueName: "name"
    ),
    completion: .boards
  )
  var board: BoardName?

  @Flag(name: .long, help: "Print the result as one line of JSON, for scripts.")
  var json = false

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func validate() throws {
    if data == "" { throw ValidationError("--data takes the path of a file; this one is empty.") }
    if data != nil, board != nil {
      throw ValidationError("--data and --board exclude each other.")
    }
  }

  var file: BoardFile {
    let dependencies = DependencyValues.current
    if let path = data { return BoardFile(path: path) }
    if let board { return BoardFile(path: BoardFolder.current.path(of: board)) }
    if let path = dependencies.processEnvironment["BOARD_DATA"], !path.isEmpty {
      return BoardFile(path: path)
    }
    return BoardFile(path: BoardFolder.current.path(of: .first))
  }

  /// Reads the board.
  ///
  /// - Throws: `ProgramFailure` if it cannot be read.
  func open() throws -> Store<DeskModel> {
    try explaining { Store<DeskModel>(initialState: try file.load()) }
  }

  /// Prints a result.
  func print(_ lines: [String]) throws {
    try DependencyValues.current.console.write(lines.map { $0 + "\n" }.joined())
  }

  /// Prints a result as JSON.
  func print(json: (inout JSONWriter) -> Void) throws {
    var line = JSONWriter(.lines)
    json(&line)
    line.endLine()
    try DependencyValues.current.console.write(String(decoding: line.finished(), as: UTF8.self))
  }

  /// Prints the result of a change that was made.
  ///
  /// - Throws: `ProgramFailure` that says so, if the output is rejected.
  func presentChange(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch OutputFailure.refused(let words) {
      throw ProgramFailure(.output, "The change was made, but could not be shown: \(words).")
    }
  }

  func onWait() {
    let console = DependencyValues.current.console
    guard console.isInteractive else { return }
    console.complain("Waiting for another board to finish with the file…\n")
  }
}

/// The options of every command that changes the board.
struct ChangeOptions: ParsableArguments {
  @OptionGroup var shared: SharedOptions

  @Option(name: .long, help: ArgumentHelp("Why; the history shows it.", valueName: "reason"))
  var why: String?

  /// The note that goes with a change.
  ///
  /// - Throws: ``BoardFault`` if the reason is too long.
  func note() throws(BoardFault) -> Note {
    if let why { try TextRule.reason.check(why) }
    let dependencies = DependencyValues.current
    let environment = dependencies.processEnvironment
    let user = environment["USER"] ?? environment["LOGNAME"] ?? NSUserName()
    return Note(
      moment: Moment(seconds: max(0, Int(dependencies.date.now.timeIntervalSince1970))),
      user: String(user.printable.unicodeScalars.prefix(40)),
      command: CommandText.current.isEmpty ? nil : CommandText.current,
      reason: why
    )
  }

  /// Changes the board, and prints what has changed.
  ///
  /// - Throws: `ProgramFailure`; nothing is changed then, unless only the printing has failed.
  func change(_ body: (DeskModel, Note) throws -> Entry) throws {
    let (entry, before, after) = try explaining {
      try shared.file.change(onWait: shared.onWait) { state in
        let store = Store<DeskModel>(initialState: state)
        let entry = try body(store.model, try note())
        return ((entry, state.board, store.state), [entry])
      }
    }
    let report = ChangeReport(entry: entry, before: before, after: after)
    try shared.presentChange {
      if shared.json {
        try shared.print { report.write(to: &$0) }
      } else {
        try shared.print(report.lines)
      }
    }
  }
}

/// Turns failures of the board and its file into failures of the program.
func explaining<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let fault as BoardFault {
    throw ProgramFailure(fault.isMissing ? .missing : .usage, fault.message)
  } catch let failure as FileFailure {
    let kind: ProgramFailure.Kind =
      switch failure.kind {
      case .damaged: .damaged
      case .unreadable: .missing
      case .unwritable: .output
      }
    throw ProgramFailure(kind, failure.message)
  }
}

/// The time zone and day where the program runs.
enum Today: Sendable {
  /// The offset of the user's clock from Greenwich, in seconds.
  static var offset: Int {
    let dependencies = DependencyValues.current
    return dependencies.timeZone.secondsFromGMT(for: dependencies.date.now)
  }

  static var day: Day {
    Moment(seconds: Int(DependencyValues.current.date.now.timeIntervalSince1970)).day(
      offset: offset
    )
  }
}
