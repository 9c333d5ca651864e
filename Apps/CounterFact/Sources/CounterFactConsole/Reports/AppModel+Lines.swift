import CounterFactModels
import ProgramConsole

extension AppModel {
  /// What is shown.
  var lines: [String] {
    var lines = counters.enumerated().map { index, row in
      "\(index + 1): \(row.counter.count)\(row.counter.request.isRunning ? "  asking…" : "")"
    }
    if counters.count > 1 { lines.append("sum: \(sum.map { "\($0)" } ?? "too large")") }
    if let factPrompt {
      lines.append(
        factPrompt.fact.printable + (factPrompt.request.isRunning ? "  asking for another…" : "")
      )
    }
    return lines
  }
}
