import StrataConcurrency

/// Tries orders of a test's tasks until one makes it fail.
struct OrderSearch {
  /// What one run came to.
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
  /// - Parameter attempt: Runs the test once in an order, without a word about failures.
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
  /// What is said of an order that a search has found; the line can be pasted into the test.
  static func found(_ found: OrderSearch.Found, of count: Int, line: String) -> String {
    """
    Seed \(found.seed) of \(count) made the test fail. The shortest interleaving found that does has \
    \(Self.count(found.schedule.choices.count, "choice", "choices")). This runs it again, every time:

      \(line)
    """
  }

  /// What is said of choices that a run did not make, or could not.
  static func misfit(_ unfit: Int, of count: Int) -> String {
    """
    The schedule that is replayed does not fit the run: \(unfit) of its \
    \(Self.count(count, "choice", "choices")) named a job that was not there, or came after the end. \
    The test or what it tests has changed since the schedule was recorded, so this is not the order \
    in which it failed. Search anew with .simulated(seeds:), and replace or remove the schedule.
    """
  }

  /// What is said when a failure is gone in the very same order.
  static func notReproduced(_ found: OrderSearch.Found) -> String {
    """
    Seed \(found.seed) made the test fail, but the same order does not do so again: the test depends on \
    something outside of the simulation, such as a thread, real time or what an earlier run has left \
    behind.
    """
  }
}
