/// Lines up text in columns.
package enum Table {
  /// The head of the table of a run.
  package static let head =
    pad("row", 52) + padLeft("ns", 12) + padLeft("figure", 10) + "  " + pad("unit", 11)
    + pad("spread", 18) + padLeft("x O", 7) + padLeft("x plain", 9) + padLeft("x G", 7)
    + padLeft("x G+L", 7) + padLeft("allocs", 8)
    + padLeft("budget", 9) + "  verdict"

  /// One row of it.
  package static func line(_ row: MeasuredRow) -> String {
    let spread = row.figures.count > 1 ? Distribution(row.figures).spread : nil
    let range = spread.map { "\(text($0.lowerBound)) to \(text($0.upperBound))" } ?? ""
    return pad(row.name, 52) + padLeft(row.nanoseconds.map(text) ?? "", 12)
      + padLeft(row.figure.map(text) ?? "", 10) + "  " + pad(row.unit.rawValue, 11)
      + pad(range, 18) + padLeft(besides(row, .observable), 7) + padLeft(besides(row, .plain), 9)
      + padLeft(besides(row, .graph), 7) + padLeft(besides(row, .lockedGraph), 7)
      + padLeft(row.allocations.map(text) ?? "", 8)
      + padLeft(row.budget.map(text) ?? "", 9) + "  "
      + (row.verdict == .shown ? "" : row.verdict.rawValue)
  }

  /// The growth of a row's figures with N.
  package static func line(_ series: Series) -> String {
    let sizes = series.points.map { number($0.size) }.joined(separator: ", ")
    return pad("\(series.name), N = \(sizes)", 92) + "grows as N^\(text(series.exponent))"
  }

  private static func besides(_ row: MeasuredRow, _ unit: Workload.Unit) -> String {
    row.besides?[unit.rawValue].map(text) ?? ""
  }

  /// A number with two decimals.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    guard value > -0.005 else { return "-" + text(-value) }
    let hundredths = Int((max(0, value) * 100).rounded())
    let rest = "\(hundredths % 100)"
    return "\(hundredths / 100).\(rest.count == 1 ? "0" : "")\(rest)"
  }

  /// A whole number without decimals.
  package static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : text(value)
  }

  package static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  package static func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
