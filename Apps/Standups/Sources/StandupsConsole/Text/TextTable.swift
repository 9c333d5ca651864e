import ProgramText

/// A table of texts with aligned columns.
package struct TextTable: Sendable {
  /// On which side of its column a text stands.
  package enum Alignment: Sendable {
    case left
    case right
  }

  private let titles: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  package init(_ titles: [(title: String, alignment: Alignment)]) {
    self.titles = titles
  }

  /// Adds a row.
  ///
  /// - Precondition: It has as many values as the table has columns.
  package mutating func append(_ row: [String]) {
    precondition(
      row.count == titles.count,
      "TextTable: a row of \(row.count) cells in a table of \(titles.count) columns"
    )
    rows.append(row.map(DisplayText.printable))
  }

  /// The lines of the table, the header dimmed.
  ///
  /// If the table is wider than the output, the widest column shrinks step by step, and its texts are cut with an
  /// ellipsis.
  package func lines(columns: Int, paint: Paint) -> [String] {
    var widths = titles.map { DisplayText.width($0.title) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayText.width(cell))
      }
    }
    shrink(&widths, to: columns)
    let header = line(titles.map(\.title), widths)
    return [paint.dim(header)] + rows.map { line($0, widths) }
  }

  private func shrink(_ widths: inout [Int], to columns: Int) {
    let gaps = 2 * (widths.count - 1)
    while widths.reduce(gaps, +) > columns, let widest = widths.max(), widest > 4,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += "  " }
      let cut = DisplayText.cut(cell, to: widths[index])
      let space = String(repeating: " ", count: max(0, widths[index] - DisplayText.width(cut)))
      line += titles[index].alignment == .left ? cut + space : space + cut
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
