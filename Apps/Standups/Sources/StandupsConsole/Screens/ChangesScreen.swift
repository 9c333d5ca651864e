import ProgramText
package import StandupsFeatures
import StrataCore

/// The changes of a stand-up.
package enum ChangesScreen: Sendable {
  /// The lines about some changes.
  ///
  /// - Parameters:
  ///   - entries: The latest first.
  ///   - name: The name of the changed object.
  ///   - withSteps: Whether the steps that led to each are listed.
  ///   - surface: The width and colours to use.
  /// - Returns: The lines.
  package static func lines(
    _ entries: [ChangeEntry],
    of name: String,
    withSteps: Bool,
    on surface: Surface
  ) -> [String] {
    guard !entries.isEmpty else {
      return ["No change of \(DisplayText.printable(name)) is on record."]
    }
    var lines: [String] = []
    var last: ChangeEntry?
    for entry in entries {
      let command = entry.command.map { "  \($0)" } ?? ""
      let head = "\(surface.date(entry.date))  \(entry.user)\(command)"
      // The changes of one command at one time stand below it. Two runs of the same command stay separate.
      if last?.date != entry.date || last?.command != entry.command {
        lines.append(surface.paint.bold(DisplayText.printable(head)))
      }
      last = entry
      lines.append("  " + DisplayText.printable(entry.change))
      guard withSteps else { continue }
      lines += entry.record.steps.reversed().enumerated().map { index, step in
        let word = index == 0 ? "by" : "after"
        return surface.paint.dim("    \(word) " + DisplayText.printable("\(step)"))
      }
    }
    return lines
  }
}
