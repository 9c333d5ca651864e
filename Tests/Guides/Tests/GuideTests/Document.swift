import Foundation

/// The parts of an article that have to agree with its code.
struct Document {
  /// The blocks of Swift, except those that a comment above them excuses.
  private(set) var blocks: [String] = []
  /// The output according to the article: remarks after `print`, and blocks of plain text.
  private(set) var output: [String] = []

  /// Stands on the line above a block that is shown because it does not compile or is left out.
  static let excuse = "<!-- not compiled:"

  init(_ text: String) {
    var language: String?
    var isExcused = false
    var lines: [String] = []
    for line in text.components(separatedBy: "\n") {
      guard let marked = language else {
        if line.hasPrefix("```") {
          language = String(line.dropFirst(3))
          lines = []
        } else {
          isExcused = line.hasPrefix(Self.excuse)
        }
        continue
      }
      guard line == "```" else {
        lines.append(line)
        continue
      }
      language = nil
      take(lines, marked: marked, isExcused: isExcused)
      isExcused = false
    }
  }

  private mutating func take(_ lines: [String], marked language: String, isExcused: Bool) {
    switch language {
    case "swift" where !isExcused:
      blocks.append(lines.joined(separator: "\n"))
      output += lines.compactMap(Self.remark)
    case "text":
      output += lines
    default:
      break
    }
  }

  /// The output according to a line's remark: `print(sum)  // 3`.
  private static func remark(_ line: String) -> String? {
    guard line.contains("print("), let mark = line.range(of: ")  // ") else { return nil }
    return String(line[mark.upperBound...])
  }

  static func significantLines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
