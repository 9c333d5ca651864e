import ArgumentParser
import Foundation
import Measuring

/// Measures in one of the several processes of a run.
struct Part: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures in this process alone, for run.",
    shouldDisplay: false
  )

  @Argument(help: "Parts of names of workloads or of their headings.")
  var filters: [String] = []

  @Option(help: "How many rounds.")
  var rounds: Int

  @Option(help: "Where the figures go.")
  var json: String

  @Option(help: "What to say before the name of the workload.")
  var label: String

  func run() throws {
    LockPair.startSecondThread()
    let chosen = AllSections.matching(filters)
    let total = chosen.reduce(0) { $0 + $1.workloads.count }
    var rows: [MeasuredRow] = []
    for section in chosen {
      for workload in section.workloads {
        Progress.show("\(label)\(rows.count + 1) of \(total): \(workload.name)")
        rows.append(MeasuredRow(workload, section: section.title, rounds: rounds))
      }
    }
    Progress.clear()
    let report = Report(machine: .here(), rounds: rounds, rows: rows)
    try Data(report.json().utf8).write(to: URL(filePath: json))
  }

  /// Measures in a process of its own, which begins with fresh memory.
  ///
  /// - Returns: The results of the process.
  /// - Throws: An error if the process cannot be started, or does not end as it should.
  static func measure(_ filters: [String], rounds: Int, label: String) throws -> [MeasuredRow] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      ["part", "--rounds", "\(rounds)", "--json", file.path, "--label", label, "--"] + filters
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw ValidationError(
        "A process that measured has ended with \(process.terminationStatus); see what it has said above."
      )
    }
    return try Report(contentsOf: file.path).rows
  }
}
