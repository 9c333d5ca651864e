import Foundation

/// How many random programs a law tries: `STRATA_ROUNDS=10` in the environment tries ten times as many.
enum Rounds {
  private static let factor =
    ProcessInfo.processInfo.environment["STRATA_ROUNDS"].flatMap { Int($0) } ?? 1

  static func times(_ count: Int) -> Int { count * max(1, factor) }
}
