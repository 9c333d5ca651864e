import Measuring
import Workloads

/// Writes a run as a page of tables.
struct Page {
  let report: Report
  /// The reasons why rows are over their budgets.
  let reasons: Reasons
  /// The results of built programs, which are measured separately.
  let building: Report?

  private var rows: [MeasuredRow] { report.rows + (building?.rows ?? []) }

  /// The result of each budget.
  var results: [BudgetResult] {
    (Budgets.all + [Budgets.others]).map { BudgetResult($0, in: rows) }
  }

  var text: String {
    let results = results
    var text = """
      # Results

      Written by `make bench`; do not edit. Reasons come from [WHY.md](WHY.md).

      \(Self.table(of: report))
      Figures are medians; the spread is the middle half of the windows, which five processes share. A row
      holds if its median and its spread are within the limit; it is unclear if the median alone is. F is
      one uncontended lock and unlock, O the same operation on a hand-written `@Observable` class, plain the
      same on a value behind a lock, G the same propagation in C on one thread, without locks and with two
      lock pairs a node: all measured between the windows, so that a figure says how many times as long it
      takes. `ns` is the time of one whole operation, of all N where the row gives a figure for
      each of N.
      Allocations are those of one operation, or of each of N. Each workload has checked its result, and
      how often it was evaluated or told, before it was timed.


      """
    text += Self.verdicts(results)
    text += whys(results)
    text += sections(report.rows)
    if let building {
      text += "\n## Built programs\n\nMeasured on their own, by `make bench ARGS=building`.\n\n"
      text += Self.table(of: building)
      text += sections(building.rows)
    }
    return text
  }

  private static func table(of report: Report) -> String {
    let machine = report.machine
    return """
      | | |
      |---|---|
      | machine | \(machine.processor), \(machine.cores) cores, \(machine.system) |
      | toolchain | \(machine.toolchain) |
      | commit | \(machine.commit) |
      | date | \(machine.date) |
      | rounds | \(report.rounds) |
      | load at the start | \(machine.load.map(Table.text) ?? "not known") |

      """
  }

  /// Each budget with its verdict.
  private static func verdicts(_ results: [BudgetResult]) -> String {
    let holding = results.count { $0.verdict == .holds }
    var text = """
      ## Budgets

      \(holding) of \(results.count) hold. The row that comes nearest to the limit, or is farthest beyond,
      stands for all of a budget.

      | what | budget | rows | worst | its figure | its limit | verdict |
      |---|---|---|---|---|---|---|

      """
    for result in results {
      let worst = result.worst
      var cells = [result.budget.name, result.budget.promise]
      cells.append(result.over == 0 ? "\(result.count)" : "\(result.over) of \(result.count) over")
      cells.append(worst?.name ?? "")
      cells.append(worst.flatMap { row in row.figure.map { figure($0, row) } } ?? "")
      let limit = worst?.budget.map(Table.text) ?? ""
      cells.append(result.growth.map { "\(limit) grows as N^\(Table.text($0))" } ?? limit)
      cells.append(result.verdict.rawValue)
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text
  }

  private static func figure(_ figure: Double, _ row: MeasuredRow) -> String {
    "\(Table.text(figure)) \(row.unit.rawValue)"
  }

  private func whys(_ results: [BudgetResult]) -> String {
    let over = results.filter { $0.verdict == .overBudget }
    guard !over.isEmpty else { return "" }
    var text = "\n## Why not\n"
    for result in over {
      let reason = reasons[result.budget.name] ?? "No reason is given in `WHY.md`."
      text += "\n**\(result.budget.name)**: \(reason)\n"
    }
    return text
  }

  private func sections(_ rows: [MeasuredRow]) -> String {
    var titles: [String] = []
    for row in rows where titles.last != row.section { titles.append(row.section) }
    return titles.map { title in
      let own = rows.filter { $0.section == title }
      return section(title, own) + slopes(Series.all(in: own))
    }
    .joined()
  }

  private func section(_ title: String, _ rows: [MeasuredRow]) -> String {
    let units = Self.units(of: rows)
    let names =
      (["row", "figure", "spread", "ns"] + units.map(\.rawValue))
      + ["allocations", "budget", "verdict"]
    let head = """

      ## \(title)

      | \(names.joined(separator: " | ")) |
      |\(String(repeating: "---|", count: names.count))

      """
    return rows.reduce(head) { $0 + Self.line($1, units) }
  }

  /// The alternatives that are measured beside a section.
  private static func units(of rows: [MeasuredRow]) -> [Workload.Unit] {
    let graphs = [Workload.Unit.graph, .lockedGraph]
    let isAnyGraph = graphs.contains { unit in rows.contains { $0.besides?[unit.rawValue] != nil } }
    return isAnyGraph ? graphs : [.observable, .plain]
  }

  private static func line(_ row: MeasuredRow, _ units: [Workload.Unit]) -> String {
    let spread = row.figures.count > 1 ? Distribution(row.figures).spread : nil
    var cells = [row.name, row.figure.map { figure($0, row) } ?? ""]
    cells.append(
      spread.map { "\(Table.text($0.lowerBound)) to \(Table.text($0.upperBound))" } ?? ""
    )
    let besides = units.map { row.besides?[$0.rawValue] }
    let figures = [row.nanoseconds] + besides + [row.allocations, row.budget]
    cells += figures.map { $0.map(Table.text) ?? "" }
    cells.append(row.verdict == .shown ? "" : row.verdict.rawValue)
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private func slopes(_ series: [Series]) -> String {
    guard !series.isEmpty else { return "" }
    let head = "\n| over N | N | figures | grows as |\n|---|---|---|---|\n"
    return series.reduce(head) { text, own in
      let sizes = own.points.map { Table.number($0.size) }.joined(separator: ", ")
      let figures = own.points.map { Table.text($0.figure) }.joined(separator: ", ")
      let growth = "N^\(Table.text(own.exponent))"
      return text + "| \(own.name) | \(sizes) | \(figures) \(own.unit.rawValue) | \(growth) |\n"
    }
  }
}
