import ProgramText
package import StandupsFeatures

/// The changes, and which of them were taken back.
package enum HistoryScreen: Sendable {
  package static func lines(
    _ steps: [ShellHistory.Step],
    inShell: Bool,
    on surface: Surface
  ) -> [String] {
    guard !steps.isEmpty else {
      return [inShell ? "Nothing was changed in this shell." : "No change is on record."]
    }
    return steps.enumerated().map { index, step in
      let line = "\(index + 1)  \(DisplayText.printable(step.command))"
      return step.isUndone ? surface.paint.dim("\(line)  (undone)") : line
    }
  }
}
