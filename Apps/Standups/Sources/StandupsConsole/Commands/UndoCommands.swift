package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups undo`.
package struct UndoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change of the data file.",
    discussion: """
      The file beside the data file that `why` reads tells what the last change was, whoever has made \
      it. In a shell only what was changed there is taken back. Nothing that was changed since is ever \
      lost: `undo` says so instead. `redo` makes the change again.
      """
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    try shared.move("undo", inShell: { try $0.undo(in: $1) }, elsewhere: JournalHistory.undo)
  }
}

/// `standups redo`.
package struct RedoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make the change again that was taken back last."
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    try shared.move("redo", inShell: { try $0.redo(in: $1) }, elsewhere: JournalHistory.redo)
  }
}

/// `standups history`.
package struct HistoryCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List what was changed, and what of that was taken back.",
    discussion: "The latest changes of the data file; in a shell, those that were made there."
  )

  @Option(
    name: .shortAndLong,
    parsing: .unconditional,
    help: ArgumentHelp("How many changes to list.", valueName: "count")
  )
  var last = 100

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func validate() throws {
    guard last > 0 else { throw ValidationError("--last takes a number above 0.") }
  }

  package func run() async throws {
    let steps = Array(try allSteps().suffix(last))
    let isShell = DependencyValues.current.shellHistory != nil
    try shared.printer.print(HistoryReport(steps)) {
      HistoryScreen.lines(steps, inShell: isShell, on: $0)
    }
  }

  private func allSteps() throws -> [ShellHistory.Step] {
    if let history = try shared.location.shellHistory { return history.steps }
    guard let journal = shared.location.file.journal else { return [] }
    return try JournalHistory(read: journal).steps
  }
}

extension SharedOptions {
  /// Takes a change back or makes it again, and shows that.
  fileprivate func move(
    _ command: String,
    inShell: (ShellHistory, DocumentStore) throws -> Void,
    elsewhere: (DocumentStore, DataFile.Journal) -> Void
  ) throws {
    if let history = try location.shellHistory {
      let desk = makeDesk()
      try inShell(history, desk.documents)
      return try presentChange(on: desk)
    }
    guard let journal = location.file.journal else {
      throw StandupsError(.noInput, "No change is on record, so there is nothing to \(command).")
    }
    let desk = makeDesk()
    elsewhere(desk.documents, journal)
    try presentChange(on: desk)
  }
}

extension DataLocation {
  /// The history of the shell that this command runs in; `nil` outside of shells.
  ///
  /// - Throws: ``StandupsError`` for another data file than that of the shell.
  fileprivate var shellHistory: ShellHistory? {
    get throws(StandupsError) {
      guard let history = DependencyValues.current.shellHistory else { return nil }
      guard file.path == history.path else {
        throw StandupsError(.usage, "This shell is about another data file: \(history.path).")
      }
      return history
    }
  }
}
