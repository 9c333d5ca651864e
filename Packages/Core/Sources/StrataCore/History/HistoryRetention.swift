/// The selection of the recorded states that a history retains.
public struct HistoryRetention: Sendable, Hashable {
  enum Rule: Sendable, Hashable {
    case unlimited
    case tail(Int)
    case spaced(Duration)
    case spread(Int)
  }

  let rule: Rule

  /// All of them.
  public static var unlimited: HistoryRetention { HistoryRetention(rule: .unlimited) }

  /// The last ones.
  ///
  /// - Parameter maxCount: How many states are retained.
  /// - Returns: The rule.
  /// - Precondition: `maxCount` is positive.
  public static func tail(_ maxCount: Int) -> HistoryRetention {
    precondition(maxCount > 0, "HistoryRetention.tail(\(maxCount)): at least one state is kept")
    return HistoryRetention(rule: .tail(maxCount))
  }

  /// The first, the last, and in between one for each span of time.
  ///
  /// - Parameter duration: The least time between two states, except before the last one.
  /// - Returns: The rule.
  public static func timeDelta(_ duration: Duration) -> HistoryRetention {
    HistoryRetention(rule: .spaced(duration))
  }

  /// The first, the last, and in between those with the longest time since the one before.
  ///
  /// - Parameter maxCount: How many states are retained.
  /// - Returns: The rule.
  /// - Precondition: `maxCount` is at least two.
  public static func timeDelta(maxCount: Int) -> HistoryRetention {
    precondition(
      maxCount > 1,
      "HistoryRetention.timeDelta(maxCount: \(maxCount)): the first and the last state are kept"
    )
    return HistoryRetention(rule: .spread(maxCount))
  }
}
