package import ArgumentParser
import Foundation
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups export`.
package struct ExportCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write stand-ups as JSON or CSV, to a file or to standard output.",
    discussion: """
      JSON holds everything and can be imported elsewhere. CSV holds the teams, or with --meetings \
      who spoke when and for how long, one row for each turn, for a spreadsheet.

      EXAMPLES
        standups export --output backup.json
        standups export morning-sync --format csv --meetings > turns.csv
      """
  )

  @Argument(help: "The stand-ups; all if none is named.", completion: .handles)
  var standups: [String] = []

  @Option(name: .shortAndLong, help: "json or csv; by the output's name unless given, else json.")
  var format: ImportCommand.Format?

  @Flag(name: .long, help: "With CSV: the held meetings instead of the teams.")
  var meetings = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; replaced in one step.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @OptionGroup var location: DataLocation

  package init() {}

  private var chosenFormat: ImportCommand.Format {
    format ?? (output?.lowercased().hasSuffix(".csv") == true ? .csv : .json)
  }

  package func validate() throws {
    if meetings, chosenFormat == .json {
      throw ValidationError("--meetings is for CSV; JSON holds the meetings anyway.")
    }
  }

  package func run() async throws {
    if let output, DocumentFile(path: location.file.path).owns(output) {
      throw StandupsError(
        .usage,
        "This is the data file itself, or a file that belongs to it; an export would lose what it "
          + "leaves out. Name another file.",
        place: output
      )
    }
    let desk = try location.readDesk()
    var document = desk.documents.state.document ?? StandupsDocument()
    if !standups.isEmpty {
      var positions: [Int] = []
      for name in standups { positions.append(try document.position(of: name)) }
      document.standups = Set(positions).sorted().map { document.standups[$0] }
    }
    let content =
      switch chosenFormat {
      case .json: try document.json()
      case .csv where meetings: Data(MeetingsTable.text(document.standups).utf8)
      case .csv: Data(TeamTable.text(document.standups).utf8)
      }
    if let output {
      try DocumentFile.write(content, to: output)
    } else {
      try DependencyValues.current.console.output.write(String(decoding: content, as: UTF8.self))
    }
  }
}
