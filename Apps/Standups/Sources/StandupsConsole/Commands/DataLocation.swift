package import ArgumentParser
import ProgramText
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// The option that names the data file.
package struct DataLocation: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The data file.",
      discussion:
        "Default: $STANDUPS_DATA, else standups/standups.json in $XDG_DATA_HOME or ~/.local/share.",
      valueName: "path"
    ),
    completion: .file(extensions: ["json"])
  )
  package var data: String?

  package init() {}

  package func validate() throws {
    if data == "" { throw ValidationError("--data takes the path of a file; this one is empty.") }
  }

  var file: DataFile { data.map { .file($0) } ?? DependencyValues.current.dataFile }

  /// The stores on the data file; they say so on a terminal when another process has to be waited
  /// for.
  func makeDesk() -> Desk {
    let errors = DependencyValues.current.console.errors
    let (file, history) = (file, DependencyValues.current.shellHistory)
    return Desk(
      file: file,
      history: history?.path == file.path ? history : nil,
      onWait: {
        guard errors.isTerminal else { return }
        try? errors.write("Waiting for another standups to finish with the data file…\n")
      },
      onWarning: { warning in
        try? errors.write("standups: \(DisplayText.printableLines(warning.description))\n")
      }
    )
  }

  /// The stores on the data file, once it has been read.
  ///
  /// - Throws: ``StandupsError`` if it cannot be read.
  func readDesk() throws(StandupsError) -> Desk {
    let desk = makeDesk()
    desk.documents.load()
    if let failure = desk.documents.state.failure { throw failure }
    return desk
  }
}
