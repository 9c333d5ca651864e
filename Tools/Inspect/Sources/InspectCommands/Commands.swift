import ArgumentParser
import InspectPage
import ProgramConsole
import StrataDependencies
import StrataInspector

/// Writes the page.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Write a recording as one page for a browser, and print its path."
  )

  @OptionGroup var recording: RecordingFileInput

  @Option(
    name: .shortAndLong,
    help: "The page; the recording's name with .html unless it is given.",
    completion: .file()
  )
  var output: String?

  func run() throws {
    // A file that is no recording has no page.
    let contents = try recording.contents()
    let header = contents.records.lazy.compactMap { record -> RecordedHeader? in
      if case .header(let header) = record { header } else { nil }
    }.first
    // The states of one store have lines of their own, which the page does not know.
    let isStates = header?.id == RecordingFormat.statesName
    let bytes = isStates ? contents.records.flatMap(\.line) : try recording.bytes()
    let path = output ?? recording.file + ".html"
    let page = RecordingPage(bytes, title: "Recording of \(header?.program ?? recording.file)")
    try recording.write(page.html, to: path)
    try DependencyValues.current.console.write(path + "\n")
  }
}

/// Writes another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in another format."
  )

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case perfetto, markdown
  }

  @OptionGroup var recording: RecordingFileInput

  @Option(name: .customLong("to"), help: "perfetto, a trace for ui.perfetto.dev; or markdown.")
  var format: Format

  @Option(
    name: .shortAndLong,
    help: "The file; standard output unless it is given.",
    completion: .file()
  )
  var output: String?

  func run() throws {
    let contents = try recording.contents()
    let text =
      switch format {
      case .perfetto: "\(TraceFile.json(of: contents.records))\n"
      case .markdown: RecordingSummary.markdown(of: contents)
      }
    if let output {
      try recording.write(Array(text.utf8), to: output)
    } else {
      try DependencyValues.current.console.write(text)
    }
  }
}

/// Says what cannot be read.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say how many records a recording has, and which lines are none."
  )

  @OptionGroup var recording: RecordingFileInput

  func run() throws {
    let contents = try recording.contents()
    let console = DependencyValues.current.console
    for problem in contents.problems { try console.write("\(problem)".printable + "\n") }
    let rest = contents.problemCount - contents.problems.count
    if rest > 0 { try console.write("\(rest) more lines are no records\n") }
    if contents.isTruncated { try console.write("the last line is cut off\n") }
    if contents.unknownCount > 0 {
      try console.write("\(contents.unknownCount) records of later versions\n")
    }
    try console.write("\(contents.records.count) records\n")
    guard contents.problemCount == 0 else { throw ExitCode(ProgramFailure.Kind.damaged.exitCode) }
  }
}
