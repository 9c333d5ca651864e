import ProgramText
package import StandupsData

/// The result of an import.
package enum ImportScreen: Sendable {
  package static func lines(_ summary: ImportSummary, from name: String, isTrial: Bool) -> [String]
  {
    var parts = ["\(summary.added.count) added", "\(summary.updated.count) updated"]
    parts.append("\(summary.unchanged.count) unchanged")
    if summary.meetings > 0 { parts.append("\(summary.meetings) new meetings") }
    let verb = isTrial ? "Would import" : "Imported"
    var lines = ["\(verb) \(DisplayText.printable(name)): \(parts.joined(separator: ", "))."]
    if !summary.added.isEmpty {
      lines.append("  added    \(summary.added.joined(separator: ", "))")
    }
    if !summary.updated.isEmpty {
      lines.append("  updated  \(summary.updated.joined(separator: ", "))")
    }
    return lines
  }
}
