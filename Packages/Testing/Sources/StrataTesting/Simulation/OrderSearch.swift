import StrataConcurrency

/// Tries orders of a test's tasks until one makes it fail.
struct OrderSearch {
  /// The result of one run.
  struct Run: Sendable {
    let isFailure: Bool
    /// The choices that were made.
    let schedule: Schedule
  }

  /// An order that makes the test fail.
  struct Found: Sendable, Equatable {
    let seed: UInt64
    let schedule: Schedule
  }

  let seeds: Range<UInt64>
  var shrinker = ScheduleShrinker()

  /// Searches.
  ///
  /// - Parameter attempt: Runs the test once in an order, without reporting failures.
  /// - Returns: The first seed that fails and the shortest order found that does; `nil` when none
  ///   fails.
  func run(_ attempt: (SimulatedOrder) async -> Run) async -> Found? {
    for seed in seeds {
      guard !Task.isCancelled else { return nil }
      let run = await attempt(.seed(seed))
      guard run.isFailure else { continue }
      let shortest = await shrinker.shrink(run.schedule) { schedule in
        await attempt(.replaying(schedule)).isFailure
      }
      return Found(seed: seed, schedule: shortest)
    }
    return nil
  }
}

extension FailureText {
  /// The text about an order that a search has found; its line can be pasted into the test.
  static func found(_ found: OrderSearch.Found, of count: Int, line: String) -> String {
    """
    Seed \(found.seed) of \(count) made the test fail. The shortest interleaving found that does has \
    \(Self.count(found.schedule.choices.count, "choice", "choices")). This runs it again, every time:

      \(line)
    """
  }

  /// The text about a failure that does not occur again in the very same order.
  static func notReproduced(_ found: OrderSearch.Found) -> String {
    """
    Seed \(found.seed) made the test fail, but the same order does not do so again: the test depends on \
    something outside of the simulation, such as a thread, real time or what an earlier run has left \
    behind.
    """
  }
}
