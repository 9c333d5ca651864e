/// The last lines of a terminal, which are redrawn.
///
/// Only lines that changed are written. A bar that grows by a column each second costs one line, and a terminal
/// at the other end of a slow line does not flicker. The cursor rests at the end of the last line. This is a
/// value with methods that return the text to write, so that tests see each byte.
package struct LiveRegion: Sendable {
  private var shown: [String] = []

  package init() {}

  /// The text that turns what is shown into some lines; empty if they are shown already.
  ///
  /// A line must not be wider than the terminal: one that wraps would be counted as one row.
  package mutating func draw(_ lines: [String]) -> String {
    guard lines != shown else { return "" }
    var text = ""
    // Back to the first line that differs; the lines above it are already right.
    let same = zip(lines, shown).prefix { $0.0 == $0.1 }.count
    let first = min(same, max(lines.count, 1) - 1, max(shown.count, 1) - 1)
    let up = max(shown.count, 1) - 1 - first
    if up > 0 { text += "\u{1B}[\(up)A" }
    for (index, line) in lines.enumerated().dropFirst(first) {
      let isLast = index == lines.count - 1
      // The last line is written in any case: that is what brings the cursor to its end.
      let isRight = index < shown.count && shown[index] == line && !isLast
      if !isRight { text += "\r\u{1B}[2K\(line)" }
      if !isLast { text += "\n" }
    }
    if shown.count > lines.count { text += "\u{1B}[0J" }
    shown = lines
    return text
  }

  /// The text that removes the region, so that ordinary lines can replace it.
  package mutating func erase() -> String {
    guard !shown.isEmpty else { return "" }
    let up = shown.count > 1 ? "\u{1B}[\(shown.count - 1)A" : ""
    shown = []
    return "\(up)\r\u{1B}[0J"
  }

  /// The text that leaves the lines where they are and goes on below them.
  package mutating func finish() -> String {
    guard !shown.isEmpty else { return "" }
    shown = []
    return "\n"
  }
}
