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
  /// How many counters there are.
  var count: Int { counts.count }
  /// The sum of all counters; `nil` if it is too large.
  var sum: Int? { Int(exactly: total) }
  /// The lines below the counters: their sum, and the fact.
  private var rest: [String] = []
  /// How many counters were compared, for tests of growth.
  private(set) var comparisons = 0

  init() {}

  /// Begins anew, so that all lines are shown again; the comparisons stay counted.
  init(after former: AppLines) { comparisons = former.comparisons }

  /// Takes a counter out; those behind it move up, and are not shown again.
  ///
  /// - Complexity: O(counters), of which none is compared.
  mutating func remove(at index: Int) {
    guard counts.indices.contains(index) else { return }
    total -= Int128(counts.remove(at: index))
    asking = Set(asking.compactMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 })
    rest = []
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
      rest.append("sum: \(sum.map { "\($0)" } ?? "too large")")
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
