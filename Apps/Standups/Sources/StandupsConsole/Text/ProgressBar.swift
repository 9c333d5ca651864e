package import StandupsData

/// A bar that fills from left to right.
package enum ProgressBar: Sendable {
  /// The bar of a given width: `━━━━━╸─────`.
  ///
  /// More than the total shows a full bar. Marks are positions between 0 and the total that are shown in the
  /// empty part, such as the borders between speakers.
  package static func bar(
    done: Int,
    of total: Int,
    columns: Int,
    marks: [Int] = []
  ) -> (filled: String, rest: String) {
    guard columns > 0, total > 0 else { return ("", "") }
    let halves = min(max(done, 0), total) * columns * 2 / total
    var filled = String(repeating: "━", count: halves / 2)
    if halves % 2 == 1 { filled += "╸" }
    let start = (halves + 1) / 2
    let marked = Set(marks.map { $0 * columns / total })
    var rest = ""
    for column in start..<max(columns, start) {
      rest += marked.contains(column) ? "┼" : "─"
    }
    return (filled, rest)
  }

  /// The bar in colour.
  package static func painted(
    done: Int,
    of total: Int,
    columns: Int,
    marks: [Int],
    theme: Theme,
    paint: Paint
  ) -> String {
    let (filled, rest) = bar(done: done, of: total, columns: columns, marks: marks)
    let full = done > total ? paint.alert(filled) : paint.color(filled, theme)
    return full + paint.dim(rest)
  }
}
