import ArgumentParser
import Foundation
import Measuring
import Workloads

/// Measures, and prints or saves what came out.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures all workloads, or those whose name contains one of the filters.",
    discussion: """
      Figures are medians over rounds, in multiples of a floor that is measured between them: F is an \
      uncontended lock and unlock, O the same operation on an @Observable class. Ends with status 1 if \
      a workload gives a wrong result, and with --gate if one is over its budget.
      """
  )

  @Argument(help: "Parts of names of workloads or of their headings.")
  var filters: [String] = []

  @Option(help: "How many rounds of ten short windows each; at least 7.")
  var rounds = 9

  @Option(help: "Also writes the figures to this file, for compare.")
  var json: String?

  @Option(help: "Also writes the figures to this file, as a page of tables.")
  var page: String?

  @Flag(help: "Ends with status 1 if a row is over its budget.")
  var gate = false

  func validate() throws {
    guard rounds >= 7 else {
      throw ValidationError("--rounds takes 7 or more, not \(rounds): fewer say too little.")
    }
    guard !chosen.isEmpty else {
      throw ValidationError(
        "No workload's name contains \(filters.joined(separator: " or ")); see list."
      )
    }
  }

  func run() throws {
    LockPair.startSecondThread()
    var rows: [MeasuredRow] = []
    let total = chosen.reduce(0) { $0 + $1.workloads.count }
    for section in chosen {
      print("\n\(section.title)\n\(Table.head)")
      for workload in section.workloads {
        Progress.show("\(rows.count + 1) of \(total): \(workload.name)")
        let row = MeasuredRow(workload, section: section.title, rounds: rounds)
        Progress.clear()
        print(Table.line(row))
        rows.append(row)
      }
    }
    let report = Report(machine: .here(), rounds: rounds, rows: rows)
    if let json { try save(report.json(), to: json) }
    if let page { try save(Page.text(of: report), to: page) }
    try end(rows)
  }

  private var chosen: [Section] {
    Sections.all.compactMap { section in
      let workloads = section.workloads.filter { workload in
        filters.isEmpty
          || filters.contains { workload.name.contains($0) || section.title.contains($0) }
      }
      return workloads.isEmpty ? nil : Section(section.title, workloads)
    }
  }

  private func save(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ValidationError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func end(_ rows: [MeasuredRow]) throws {
    let wrong = rows.filter { $0.verdict == .wrong }
    let over = rows.filter { $0.verdict == .overBudget }
    print("\n\(rows.count) rows, \(over.count) over budget, \(wrong.count) wrong")
    if !wrong.isEmpty || (gate && !over.isEmpty) { throw ExitCode.failure }
  }
}
