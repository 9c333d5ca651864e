import Foundation

/// Why budgets do not hold, by their names, as a page with a heading for each gives them.
struct Reasons {
  private var texts: [String: String] = [:]

  /// Reads a page; one that is not there gives no reasons.
  init(contentsOf file: URL) {
    self.init((try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  init(_ page: String) {
    for part in page.components(separatedBy: "\n## ").dropFirst() {
      let lines = part.components(separatedBy: "\n")
      let text = lines.dropFirst().joined(separator: "\n")
      texts[lines[0].trimmingCharacters(in: .whitespaces)] =
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  subscript(name: String) -> String? { texts[name] }

  /// The budgets that it names.
  var names: [String] { texts.keys.sorted() }
}
