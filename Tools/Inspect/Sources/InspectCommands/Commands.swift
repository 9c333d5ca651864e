import ArgumentParser
import Foundation
import InspectPage
import ProgramConsole
import ProgramFiles
import ProgramText
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
    let header = try recording.header()
    let path = output ?? recording.file + ".html"
    var page = RecordingPage(title: "Recording of \(header.program)")
    var rest = UnreadLines()
    try recording.write(to: path) { file in
      try file.write(Data(page.beginning))
      // The states of one store have lines of their own, which the page does not know.
      if header.id == RecordingFormat.statesName {
        try recording.forEachEntry { entry in
          if case .record(let record) = entry.content {
            try file.write(Data(page.add(record.line)))
          }
          rest.add(entry)
          return true
        }
      } else {
        var reader = RecordingReader()
        try recording.forEachPiece { piece in
          try file.write(Data(page.add(piece)))
          for entry in reader.read(piece) { rest.add(entry) }
          return true
        }
        for entry in reader.finish() { rest.add(entry) }
      }
      try file.write(Data(page.finish() + page.end))
    }
    try DependencyValues.current.console.write(DisplayText.printable(path) + "\n")
    try rest.check(recording.file)
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
    _ = try recording.header()
    var rest = UnreadLines()
    if let output {
      try recording.write(to: output) { file in
        try convert(&rest) { try file.write(Data($0.utf8)) }
      }
    } else {
      let console = DependencyValues.current.console
      try convert(&rest) { try console.write($0) }
    }
    try rest.check(recording.file)
  }

  private func convert(_ rest: inout UnreadLines, _ write: (String) throws -> Void) throws {
    switch format {
    case .perfetto:
      var trace = TraceFile()
      try write(TraceFile.beginning)
      try recording.forEachEntry { entry in
        if case .record(let record) = entry.content {
          let text = trace.text(of: record)
          if !text.isEmpty { try write(text) }
        }
        rest.add(entry)
        return true
      }
      try write(TraceFile.end + "\n")
    case .markdown:
      var summary = RecordingSummary()
      try recording.forEachEntry { entry in
        if case .record(let record) = entry.content { summary.add(record) }
        rest.add(entry)
        return true
      }
      try write(summary.markdown(problemCount: rest.problemCount, isTruncated: rest.isTruncated))
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
    _ = try recording.header()
    let console = DependencyValues.current.console
    var (count, rest) = (0, UnreadLines())
    try recording.forEachEntry { entry in
      if case .record = entry.content { count += 1 }
      if let problem = rest.add(entry) { try console.write(problem.printable + "\n") }
      return true
    }
    if rest.unnamedCount > 0 {
      let lines = rest.unnamedCount == 1 ? "line is no record" : "lines are no records"
      try console.write("\(rest.unnamedCount) more \(lines)\n")
    }
    if rest.isTruncated { try console.write("the last line is cut off\n") }
    if rest.unknownCount > 0 {
      try console.write("\(Self.records(rest.unknownCount)) of later versions\n")
    }
    try console.write("\(Self.records(count))\n")
    guard rest.problemCount == 0 else { throw ExitCode(ProgramFailure.Kind.damaged.exitCode) }
  }
  private static func records(_ count: Int) -> String {
    "\(count) record\(count == 1 ? "" : "s")"
  }
}
