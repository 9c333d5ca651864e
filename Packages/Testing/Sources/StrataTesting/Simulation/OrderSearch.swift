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
