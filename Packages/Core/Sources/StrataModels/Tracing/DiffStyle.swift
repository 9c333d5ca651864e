import StrataExtensions

/// How much of a value is shown beside the difference.
public enum DiffStyle: Sendable, Hashable {
  /// The lines that differ alone.
  case compact
  /// The differing lines at their positions; others are counted.
  case collapsed
  /// All lines.
  case full

  /// The difference between two values, or `nil` if they are shown alike.
  ///
  /// Lines that went begin with `- `, lines that came with `+ `, others with two spaces.
  func lines(from old: Any, to new: Any, maxLines: Int) -> [String]? {
    let diff = ValueDiff(maxLines: .max, showsUnchanged: self == .full)
    guard let text = diff.text(from: old, to: new) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if self == .compact {
      lines = lines.filter { !$0.hasPrefix("  ") }
        .map { String($0.prefix(2) + $0.dropFirst(2).drop { $0 == " " }) }
    }
    guard lines.count > maxLines else { return lines }
    let rest = lines.count - maxLines
    return lines.prefix(maxLines) + ["… \(rest) more \(rest == 1 ? "line" : "lines")"]
  }
}
