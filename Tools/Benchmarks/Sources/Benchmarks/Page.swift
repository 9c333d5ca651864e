import Measuring

/// Writes a run as a page of tables.
enum Page {
  static func text(of report: Report) -> String {
    let machine = report.machine
    let over = report.rows.count { $0.verdict == .overBudget }
    let budgets = report.rows.count { $0.budget != nil }
    var text = """
      # Results

      Written by `make bench ARGS="--page Tools/Benchmarks/RESULTS.md"`; do not edit.

      | | |
      |---|---|
      | machine | \(machine.processor), \(machine.cores) cores, \(machine.system) |
      | toolchain | \(machine.toolchain) |
      | commit | \(machine.commit) |
      | date | \(machine.date) |
      | rounds | \(report.rounds), of ten windows each |

      Figures are medians; the spread is the middle half of the windows. F is one uncontended lock and
      unlock, O the same operation on a hand-written `@Observable` class, both measured between the
      windows. Allocations are those of one operation. \(budgets - over) of \(budgets) budgets hold.

      """
    var section = ""
    for row in report.rows {
      if row.section != section {
        section = row.section
        text += """

          ## \(section)

          | row | figure | spread | ns | allocations | budget | verdict |
          |---|---|---|---|---|---|---|

          """
      }
      text += line(row)
    }
    return text
  }

  private static func line(_ row: MeasuredRow) -> String {
    let spread = row.figures.count > 1 ? Distribution(row.figures).spread : nil
    let range = spread.map { "\(Table.text($0.lowerBound)) to \(Table.text($0.upperBound))" }
    var cells: [String] = [row.name]
    cells.append(row.figure.map { "\(Table.text($0)) \(row.unit.rawValue)" } ?? "")
    cells.append(range ?? "")
    cells += [row.nanoseconds, row.allocations, row.budget].map { $0.map(Table.text) ?? "" }
    cells.append(row.verdict == .shown ? "" : row.verdict.rawValue)
    return "| " + cells.joined(separator: " | ") + " |\n"
  }
}
