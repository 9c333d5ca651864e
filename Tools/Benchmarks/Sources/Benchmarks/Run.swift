import ArgumentParser
import Foundation
import Measuring
import Workloads

/// Measures, and prints or saves the results.
struct Run: ParsableCommand {
  /// How many processes measure, one after the other.
  private static let processes = 5

  static let configuration = CommandConfiguration(
    abstract: "Measures all workloads, or those whose name contains one of the filters.",
    discussion: """
      Figures are medians over rounds, in multiples of a floor that is measured between them: F is an \
      uncontended lock and unlock, O the same operation on an @Observable class. The rounds are shared \
      among \(processes) processes, for how memory lies in one is part of what its figures depend on. A run of all workloads \
      in the root of the repository writes RESULTS.md and the tables in the documents, unless there is \
      --no-documents. Ends with status 1 if a workload gives a wrong result, and with --gate if one is \
      over its budget.
      """
  )

  @Argument(help: "Parts of names of workloads or of their headings.")
  var filters: [String] = []

  @Option(help: "How many rounds of ten short windows each; at least 7.")
  var rounds = 10

  @Option(help: "Also writes the figures to this file, for compare.")
  var json: String?

  @Option(help: "Also writes the figures to this file, as a page of tables.")
  var page: String?

  @Flag(help: "Ends with status 1 if a row is over its budget.")
  var gate = false

  @Flag(inversion: .prefixedNo, help: "Writes the documents, if all workloads are run.")
  var documents = true

  func validate() throws {
    guard rounds >= 7 else {
      throw ValidationError("--rounds takes 7 or more, not \(rounds): fewer say too little.")
    }
    guard !chosen.isEmpty else {
      throw ValidationError(
        "No workload's name contains \(filters.joined(separator: " or ")); see list."
      )
    }
    let program = ProgramRows.program
    let isNeeded = chosen.contains { $0.title == Sections.ofPrograms }
    guard !isNeeded || FileManager.default.isExecutableFile(atPath: program) else {
      throw ValidationError(
        "There is no \(program) here for \"\(Sections.ofPrograms)\". Run Tools/Checks/install-programs "
          + "$PWD/.build-release/programs Standups in the root of the repository; make bench without ARGS does."
      )
    }
  }

  func run() throws {
    // Before anything is measured, so that nothing is lost at the end.
    let documents = documents && filters.isEmpty ? try Documents() : nil
    let machine = Report.Machine.here()
    let rows = try measure()
    for section in chosen {
      let own = rows.filter { $0.section == section.title }
      print("\n\(section.title)\n\(Table.head)\n\(own.map(Table.line).joined(separator: "\n"))")
      let series = Series.all(in: own)
      if !series.isEmpty { print("\n" + series.map(Table.line).joined(separator: "\n")) }
    }
    let report = Report(machine: machine, rounds: rounds, rows: rows)
    if let json { try save(report.json(), to: json) }
    if let page { try save(Documents().page(of: report).text, to: page) }
    if let documents { print("\nwritten: \(try documents.write(report).joined(separator: ", "))") }
    try end(rows)
  }

  private var chosen: [Section] { AllSections.matching(filters) }

  /// The combined results of all processes.
  private func measure() throws -> [MeasuredRow] {
    let count = Self.processes
    let parts = try (0..<count).map { part in
      try Part.measure(
        filters,
        rounds: rounds * (part + 1) / count - rounds * part / count,
        label: "\(part + 1) of \(count), "
      )
    }
    return parts[0].indices.map { row in MeasuredRow(of: parts.map { $0[row] }) }
  }

  private func save(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ValidationError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Prints the verdict of each budget.
  private func say(_ rows: [MeasuredRow]) {
    print("\nBudgets")
    for result in (Budgets.all + [Budgets.others]).map({ BudgetResult($0, in: rows) }) {
      print(Table.pad("  \(result.budget.name)", 64) + result.verdict.rawValue)
    }
  }

  private func end(_ rows: [MeasuredRow]) throws {
    let wrong = rows.filter { $0.verdict == .wrong }
    let over = rows.filter { $0.verdict == .overBudget }
    let unclear = rows.count { $0.verdict == .unclear }
    if filters.isEmpty { say(rows) }
    print(
      "\n\(rows.count) rows, \(over.count) over budget, \(unclear) unclear, \(wrong.count) wrong"
    )
    if !wrong.isEmpty || (gate && !over.isEmpty) { throw ExitCode.failure }
  }
}
