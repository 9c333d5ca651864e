package import StandupsFeatures

/// What was changed in a shell.
package enum HistoryScreen: Sendable {
  package static func lines(_ steps: [ShellHistory.Step], on surface: Surface) -> [String] {
    guard !steps.isEmpty else { return ["Nothing was changed in this shell."] }
    return steps.enumerated().map { index, step in
      let line = "\(index + 1)  \(DisplayText.printable(step.command))"
      return step.isUndone ? surface.paint.dim("\(line)  (undone)") : line
    }
  }
}
