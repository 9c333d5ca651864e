package import ArgumentParser
import Foundation
import ProgramRecording
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups export`.
package struct ExportCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write stand-ups as JSON, CSV, Markdown or a calendar.",
    discussion: """
      Goes to a file, or else to standard output. JSON holds everything and can be imported elsewhere; \
      an import leaves the settings there as they are. CSV holds the teams, or with --meetings who spoke when and for how long, one row for each turn, \
      for a spreadsheet. Markdown (md) is a summary for people: speaking times, meetings, notes. A \
      calendar (ics) has an event for each held meeting.

      EXAMPLES
        standups export --output backup.json
        standups export morning-sync --format csv --meetings > turns.csv
        standups export --output team.md
        standups export --output meetings.ics
      """
  )

  @Argument(help: "The stand-ups; all if none is named.", completion: .handles)
  var standups: [String] = []

  /// The format of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json
    case csv
    case md
    case ics
  }

  @Option(name: .shortAndLong, help: "By the output's name unless given, else json.")
  var format: Format?

  @Flag(name: .long, help: "With CSV: the held meetings instead of the teams.")
  var meetings = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; replaced in one step.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @OptionGroup var location: DataLocation

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  package init() {}

  private var chosenFormat: Format {
    let name = output?.lowercased() ?? ""
    return format ?? Format.allCases.first { name.hasSuffix(".\($0.rawValue)") } ?? .json
  }

  package func validate() throws {
    if meetings, chosenFormat != .csv {
      throw ValidationError("--meetings is for CSV; the other formats hold the meetings anyway.")
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
      case .json: document.json()
      case .csv where meetings: Data(MeetingsTable.text(document.standups).utf8)
      case .csv: Data(TeamTable.text(document.standups).utf8)
      case .md:
        Data(
          MarkdownSummary.text(
            document.standups,
            timeZone: DependencyValues.current.timeZone
          ).utf8
        )
      case .ics: Data(CalendarFile.text(document.standups).utf8)
      }
    if let output {
      try DocumentFile.write(content, to: output)
    } else {
      try DependencyValues.current.console.output.write(String(decoding: content, as: UTF8.self))
    }
  }
}
