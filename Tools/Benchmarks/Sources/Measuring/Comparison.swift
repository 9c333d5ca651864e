#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether the figures of one run differ from those of another.
///
/// Each process gives one figure, because figures of one process have more in common than this statistic allows. The
/// test uses ranks, after Mann and Whitney ("On a test of whether one of two random variables is stochastically larger
/// than the other", 1947). Figures of a machine with other work are not normally distributed, and their maximum says
/// nothing. The distance is the median of all differences (Hodges and Lehmann, 1963).
package struct Comparison: Equatable, Sendable {
  package enum Verdict: String, Sendable {
    case faster
    case slower
    case same = "no difference"
  }

  package let verdict: Verdict
  /// The new figure over the old one.
  package let ratio: Double
  /// The confidence that the two differ, from 0 to 1.
  package let confidence: Double

  /// Compares the figures of two runs; smaller is faster.
  ///
  /// - Parameters:
  ///   - old: The figures of the first run's processes.
  ///   - new: The figures of the second run's processes.
  ///   - tolerance: The smallest relative difference that is reported.
  ///   - certainty: The smallest confidence with which a difference is reported.
  package init(
    _ old: [Double],
    _ new: [Double],
    tolerance: Double = 0.05,
    certainty: Double = 0.99
  ) {
    let before = Distribution(old)
    let shift = Self.shift(from: old, to: new)
    ratio = before.median == 0 ? (shift == 0 ? 1 : .infinity) : 1 + shift / before.median
    guard old.count > 1, new.count > 1 else {
      // Counts do not vary.
      confidence = old == new ? 0 : 1
      verdict = Self.verdict(ratio: ratio, isSure: old != new, tolerance: tolerance)
      return
    }
    confidence = 1 - Self.chance(old, new)
    verdict = Self.verdict(ratio: ratio, isSure: confidence >= certainty, tolerance: tolerance)
  }

  private static func verdict(ratio: Double, isSure: Bool, tolerance: Double) -> Verdict {
    guard isSure, abs(ratio - 1) > tolerance else { return .same }
    return ratio < 1 ? .faster : .slower
  }

  /// The median of all differences between a new figure and an old one.
  private static func shift(from old: [Double], to new: [Double]) -> Double {
    Distribution(new.flatMap { later in old.map { later - $0 } }).median
  }

  /// The probability that equal distributions differ as much as these figures.
  private static func chance(_ old: [Double], _ new: [Double]) -> Double {
    let (m, n) = (Double(old.count), Double(new.count))
    var wins = 0.0
    for later in new {
      for earlier in old { wins += later > earlier ? 1 : (later == earlier ? 0.5 : 0) }
    }
    let deviation = (m * n * (m + n + 1 - ties(old + new)) / 12).squareRoot()
    guard deviation > 0 else { return 1 }
    return erfc(abs(wins - m * n / 2) / deviation / 2.0.squareRoot())
  }

  /// By how much equal figures make the ranks vary less.
  private static func ties(_ figures: [Double]) -> Double {
    let counts = Dictionary(figures.map { ($0, 1.0) }, uniquingKeysWith: +).values
    let total = Double(figures.count)
    return counts.reduce(0) { $0 + ($1 * $1 * $1 - $1) } / (total * (total - 1))
  }
}
