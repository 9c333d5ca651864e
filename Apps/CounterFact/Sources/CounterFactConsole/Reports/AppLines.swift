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
  /// How many counters were compared, for tests of growth.
  private(set) var comparisons = 0

  /// Forgets what was shown, so that all of it is shown again.
  mutating func forget() {
    self = AppLines()
  }

  /// Takes over the state of some counters, and of the fact.
  ///
  /// - Parameter now: The state; it names each counter that may differ, in ascending order.
  /// - Returns: The lines that differ from the shown ones.
  /// - Complexity: O(named counters), and after a removal O(removed counters).
  mutating func show(_ now: AppGlance) -> [String] {
    let former = (line(now.counterCount), line(now.counterCount + 1))
    while counts.count > now.counterCount {
      total -= Int128(counts.removeLast())
      asking.remove(counts.count)
    }
    var lines: [String] = []
    for counter in now.counters {
      comparisons += 1
      let index = counter.position
      let wasAsking = asking.contains(index)
      var isKnown = index < counts.count
      if isKnown {
        isKnown = counts[index] == counter.count && wasAsking == counter.isAsking
        total -= Int128(counts[index])
        counts[index] = counter.count
      } else {
        counts.append(counter.count)
      }
      total += Int128(counter.count)
      if counter.isAsking { asking.insert(index) } else if wasAsking { asking.remove(index) }
      if !isKnown { lines.append(line(index)) }
    }
    rest = []
    if counts.count > 1 {
      rest.append("sum: \(Int(exactly: total).map { "\($0)" } ?? "too large")")
    }
    if let fact = now.fact {
      rest.append(fact.text.printable + (fact.isAsking ? "  asking for another…" : ""))
    }
    for (line, former) in zip(rest, [former.0, former.1]) where line != former {
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
