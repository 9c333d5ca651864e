package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `undo`, in a shell.
package struct UndoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "In a shell: take back the last change that was made in it."
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let (history, desk) = try shared.location.shellDesk("undo")
    try history.undo(in: desk.documents)
    try shared.presentChange(on: desk)
  }
}

/// `redo`, in a shell.
package struct RedoCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "In a shell: make the change again that was taken back last."
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let (history, desk) = try shared.location.shellDesk("redo")
    try history.redo(in: desk.documents)
    try shared.presentChange(on: desk)
  }
}

/// `history`, in a shell.
package struct HistoryCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "In a shell: list what was changed in it, and what of that was taken back."
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let (history, _) = try shared.location.shellDesk("history")
    let steps = history.steps
    try shared.printer.print(HistoryReport(steps)) { HistoryScreen.lines(steps, on: $0) }
  }
}

extension DataLocation {
  /// The history of the shell that this command runs in, and the stores on its data file.
  ///
  /// - Throws: ``StandupsError`` outside of a shell, and for another data file.
  fileprivate func shellDesk(
    _ command: String
  ) throws(StandupsError) -> (history: ShellHistory, desk: Desk) {
    guard let history = DependencyValues.current.shellHistory else {
      throw StandupsError(
        .usage,
        "\(command) is about what was changed in a shell; begin one with `standups shell`."
      )
    }
    guard file.path == history.path else {
      throw StandupsError(.usage, "This shell is about another data file: \(history.path).")
    }
    return (history, makeDesk())
  }
}
