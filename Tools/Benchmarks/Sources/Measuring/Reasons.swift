package import Foundation

/// The reasons for missed budgets, by their names; a page has a heading for each.
package struct Reasons {
  private var texts: [String: String] = [:]

  /// Reads a page; a missing page gives no reasons.
  package init(contentsOf file: URL) {
    self.init((try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  package init(_ page: String) {
    for part in page.components(separatedBy: "\n## ").dropFirst() {
      let lines = part.components(separatedBy: "\n")
      let text = lines.dropFirst().joined(separator: "\n")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      if !text.isEmpty { texts[lines[0].trimmingCharacters(in: .whitespaces)] = text }
    }
  }

  package subscript(name: String) -> String? { texts[name] }

  /// The budgets that it names.
  package var names: [String] { texts.keys.sorted() }
}
