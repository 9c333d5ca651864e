import CounterFactModels
import ProgramConsole

/// The lines that show an app; only those that change are made.
///
/// A script of thousands of lines has as many counters. Making and comparing all lines after each command would
/// take time that grows with the square.
struct AppLines {
  private var counts: [Int] = []
  private var asking: Set<Int> = []
  private var total: Int128 = 0
  /// The lines below the counters: their sum, and the fact.
  private var rest: [String] = []

  /// Forgets what was shown, so that all of it is shown again.
  mutating func forget() {
    self = AppLines()
  }

  /// Takes over the counters from one of them on.
  ///
  /// - Parameters:
  ///   - app: A consistent snapshot of the app.
  ///   - first: The first counter that may differ; all above it are known and not asking.
  ///   - last: The one behind the last that may differ; `nil` where their number differs as well.
  /// - Returns: The lines that differ from the shown ones.
  mutating func show(_ app: AppModel, from first: Int = 0, to last: Int? = nil) -> [String] {
    let rows = app.counters
    let before = self
    let last = last ?? rows.count
    for count in counts.dropFirst(first).prefix(max(0, last - first)) { total -= Int128(count) }
    if last == rows.count {
      for count in counts.dropFirst(max(first, last)) { total -= Int128(count) }
      counts.removeSubrange(min(first, counts.count)...)
      asking = asking.filter { $0 < first }
    }
    for index in first..<max(first, last) {
      let counter = rows[index].counter
      let count = counter.count
      if index < counts.count { counts[index] = count } else { counts.append(count) }
      if counter.request.isRunning { asking.insert(index) } else { asking.remove(index) }
      total += Int128(count)
    }
    rest = []
    if counts.count > 1 {
      rest.append("sum: \(Int(exactly: total).map { "\($0)" } ?? "too large")")
    }
    if let prompt = app.factPrompt {
      rest.append(
        prompt.fact.printable + (prompt.request.isRunning ? "  asking for another…" : "")
      )
    }
    return changes(from: before, first, last)
  }

  private func changes(from before: AppLines, _ first: Int, _ last: Int) -> [String] {
    var lines: [String] = []
    for index in first..<max(first, last) {
      let isKnown =
        index < before.counts.count && before.counts[index] == counts[index]
        && before.asking.contains(index) == asking.contains(index)
      if !isKnown { lines.append(line(index)) }
    }
    for (index, line) in rest.enumerated() where before.line(counts.count + index) != line {
      lines.append(line)
    }
    return lines
  }

  private func line(_ index: Int) -> String {
    guard index < counts.count else {
      return index - counts.count < rest.count ? rest[index - counts.count] : ""
    }
    return "\(index + 1): \(counts[index])\(asking.contains(index) ? "  asking…" : "")"
  }
}
