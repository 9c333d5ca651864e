/// Which of the recorded states a history keeps.
public struct HistoryThinning: Sendable, Hashable {
  enum Rule: Sendable, Hashable {
    case unlimited
    case tail(Int)
    case apart(Duration)
    case spread(Int)
  }

  let rule: Rule

  /// All of them.
  public static var unlimited: HistoryThinning { HistoryThinning(rule: .unlimited) }

  /// The last ones.
  ///
  /// - Parameter maxCount: How many states are kept.
  /// - Returns: The rule.
  /// - Precondition: `maxCount` is positive.
  public static func tail(_ maxCount: Int) -> HistoryThinning {
    precondition(maxCount > 0, "HistoryThinning.tail(\(maxCount)): at least one state is kept")
    return HistoryThinning(rule: .tail(maxCount))
  }

  /// The first, the last, and in between one for each span of time.
  ///
  /// - Parameter duration: How far apart in time states are, but for the last.
  /// - Returns: The rule.
  public static func timeDelta(_ duration: Duration) -> HistoryThinning {
    HistoryThinning(rule: .apart(duration))
  }

  /// The first, the last, and in between those that are furthest from the one before in time.
  ///
  /// - Parameter maxCount: How many states are kept.
  /// - Returns: The rule.
  /// - Precondition: `maxCount` is at least two.
  public static func timeDelta(maxCount: Int) -> HistoryThinning {
    precondition(
      maxCount > 1,
      "HistoryThinning.timeDelta(maxCount: \(maxCount)): the first and the last state are kept"
    )
    return HistoryThinning(rule: .spread(maxCount))
  }
}
