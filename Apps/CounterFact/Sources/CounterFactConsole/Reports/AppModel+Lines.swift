import CounterFactModels

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

extension String {
  /// The text without what a terminal would obey: facts come from elsewhere.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control: scalar == "\n" || scalar == "\t" || scalar == "\r" ? " " : "\u{FFFD}"
          case .lineSeparator, .paragraphSeparator: " "
          case .format where scalar.properties.isBidiControl: "\u{FFFD}"
          default: scalar
          }
        }
      )
    )
  }
}
